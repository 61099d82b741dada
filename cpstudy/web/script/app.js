/**
 * The page: which kind, which puzzle, its board and its panels. @module
 */

import { aboutEntry } from "./about.js";
import { bringing, making } from "./bringing.js";
import { chooser } from "./chooser.js";
import { asTime } from "./clock.js";
import { cpsat } from "./cpsat.js";
import { button, element } from "./dom.js";
import { Session } from "./game.js";
import { help } from "./help.js";
import { hints } from "./hints.js";
import { home, markSolved, played } from "./home.js";
import { learning } from "./learning.js";
import { learn, lessonsOf, position as taught } from "./learn.js";
import { fragment, parseFragment } from "./link.js";
import { replay } from "./replay.js";
import { ask, served } from "./server.js";
import { solutions } from "./solutions.js";
import { recall, remember } from "./store.js";
import { Zoom } from "./zoom.js";
import { counted } from "./words.js";

/** @typedef {import("./arrivals.js").Arrivals} Arrivals */
/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */
/** @typedef {import("./kind.js").Panel} Panel */
/** @typedef {import("./kind.js").View} View */

// With this number of kinds or more the page begins with the home view.
const MANY_KINDS = 3;

export class App {
  /** @param {Kind[]} kinds @param {Entry[]} entries @param {HTMLElement} host @param {Arrivals | null} [arrivals] Unpacks more entries. */
  constructor(kinds, entries, host, arrivals = null) {
    this.arrivals = arrivals;
    const there = new Set([...entries.map((entry) => entry.kind), ...(arrivals?.kinds ?? [])]);
    this.kinds = kinds.filter((kind) => there.has(kind.name));
    /** All kinds that a pasted or linked puzzle may have. */
    this.known = kinds;
    this.entries = entries;
    this.host = host;
    this.settings = this.readSettings();
    /** @type {Session | null} */
    this.session = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {HTMLElement | null} */
    this.main = null;
    /** @type {HTMLElement | null} */
    this.side = null;
    /** Opens another puzzle of the same kind. @type {(() => void) | null} */
    this.another = null;
    /** @type {ReturnType<Panel["mount"]> | null} */
    this.panel = null;
    /** The title of the open panel. */
    this.topic = "";
    this.home = element("div", { class: "homes", role: "main", hidden: true });
    /** @type {ReturnType<typeof home> | null} */
    this.glance = null;
    this.title = element("h2", {});
    this.about = element("p", { class: "about" });
    this.place = element("div", { class: "place" });
    this.zoom = new Zoom(this.place);
    this.tools = element("div", { class: "tools" });
    this.finish = element("p", { class: "finish", hidden: true });
    this.words = element("p", { class: "status", id: "status" });
    this.live = element("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.time = element("span", { class: "number", "aria-label": "time" });
    this.moves = element("span", { class: "number" });
    this.note = element("p", { class: "note", role: "alert", hidden: true });
    this.undoButton = sign("↶", "Undo", () => this.session?.undo());
    this.redoButton = sign("↷", "Redo", () => this.session?.redo());
    this.commands = element("span", { class: "buttons" });
    this.chooser = element("div", { class: "chooser" });
    this.panelTabs = element("div", { class: "tabs", role: "tablist", "aria-label": "About this puzzle" });
    this.panelPlace = element("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: 0 });
    this.build();
    window.addEventListener("hashchange", () => this.follow());
    window.addEventListener("pagehide", () => this.session?.save());
    document.addEventListener("keydown", (event) => this.onKey(event));
    this.place.addEventListener("contextmenu", (event) => event.preventDefault());
    this.follow();
  }

  readSettings() {
    const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const kept = recall("settings");
    const theme = ["light", "dark"].includes(kept?.theme) ? kept.theme : "auto";
    return { flow: typeof kept?.flow === "boolean" ? kept.flow : !reduced, theme };
  }

  // -- the parts of the page -------------------------------------------------------------------------

  build() {
    const all = sign("☰", "All puzzles", () => this.showHome());
    all.hidden = this.kinds.length < 2;
    const header = element(
      "header",
      {},
      all,
      element("h1", {}, "cpstudy"),
      element("div", { class: "heading" }, this.title, this.about),
      element("span", { class: "numbers" }, this.time, " ", this.moves),
      sign("?", "Rules", () => this.showRules(), { class: "icon below" }),
    );
    const bar = element(
      "div",
      { class: "bar" },
      this.undoButton,
      this.redoButton,
      sign("⟲", "Restart", () => this.session?.restart()),
      this.commands,
      button("Hints", () => this.showHints(), { class: "below" }),
      button("Next", () => this.next(), { class: "below", "aria-label": "Next puzzle" }),
    );
    const board = element("section", { class: "game", "aria-label": "Puzzle" });
    board.append(this.note, this.place, this.tools, element("div", { class: "said" }, this.words, this.finish), bar);
    const share = element("p", { class: "buttons share" }, button("Copy link", () => this.copyLink()), this.settingsBar());
    this.side = element("aside", { "aria-label": "Hints and teaching" }, this.chooser, this.panelTabs, this.panelPlace, share);
    this.main = element("main", {}, board, this.side);
    this.host.classList.add("frame");
    this.host.replaceChildren(header, this.home, this.main, this.live);
    this.applySettings();
  }

  /** Shows all kinds; the clock of the game stops. @param {string} [text] The text of a puzzle to change. */
  showHome(text) {
    this.session?.save();
    this.session?.clock.stop();
    const open = { kind: (/** @type {Kind} */ kind) => this.openKind(kind), entry: (/** @type {Entry} */ entry) => this.open(entry) };
    const bring = served() ? [bringing(this.known, (entries) => this.add(entries), text)] : [];
    this.glance = home(this.kinds, () => this.entries, open, bring);
    this.glance.refresh(!this.arrivals?.left.size);
    this.home.replaceChildren(this.glance.node);
    this.showing(true);
    if (this.session) /** @type {HTMLElement | null} */ (this.home.querySelector(text ? "textarea" : ".cards button"))?.focus();
  }

  /** @param {boolean} home Whether the page shows all kinds, or a game. */
  showing(home) {
    this.home.hidden = !home;
    if (!home) {
      this.home.replaceChildren();
      this.glance = null;
    }
    if (this.main) this.main.hidden = home;
    this.host.classList.toggle("at-home", home);
  }

  /** On a phone the panels are below the board. The board becomes smaller and stays in sight; the same button ends that. */
  showHints() {
    const tab = this.panelTabs.querySelector("button");
    const closes = this.host.classList.contains("asking") && this.topic === tab?.textContent;
    this.host.classList.toggle("asking", !closes);
    tab?.click();
    this.toTop();
    /** @type {HTMLElement | null} */ (this.panelPlace.querySelector("button"))?.focus({ preventScroll: true });
  }

  /** Shows the rules and the keys in the same way. */
  showRules() {
    this.host.classList.add("asking");
    this.openPanel(help);
    this.toTop();
  }

  toTop() {
    window.scrollTo({ top: 0, behavior: this.settings.flow ? "smooth" : "auto" });
  }

  /** Opens another puzzle of this kind. */
  next() {
    this.another?.();
  }

  settingsBar() {
    const themes = ["auto", "light", "dark"].map((name) => element("option", { value: name }, name));
    const theme = element("select", { "aria-label": "Colours" }, ...themes);
    theme.value = this.settings.theme;
    theme.onchange = () => this.changeSettings({ theme: theme.value });
    const flow = element("input", { type: "checkbox" });
    flow.checked = this.settings.flow;
    flow.onchange = () => this.changeSettings({ flow: flow.checked });
    return element("div", { class: "settings" }, element("label", {}, flow, " animate"), element("label", {}, "colours ", theme));
  }

  /** @param {Partial<App["settings"]>} changes */
  changeSettings(changes) {
    Object.assign(this.settings, changes);
    remember("settings", this.settings);
    this.applySettings();
  }

  applySettings() {
    document.documentElement.dataset.theme = this.settings.theme;
    document.documentElement.classList.toggle("still", !this.settings.flow);
    this.view?.configure?.(this.settings);
  }

  // -- which puzzle -----------------------------------------------------------------------------------

  /** Opens the puzzle of the address, else the last one, else the first. @param {string} [named] The fragment of the address. @param {string} [problem] Why it could not be opened. */
  follow(named = location.hash, problem = "") {
    try {
      const link = problem ? null : parseFragment(named);
      if (link && this.coming(link.kind, () => this.follow(named))) return;
      if (link) {
        if (!this.asked(link)) this.bring(this.linked(link), link.position);
        return;
      }
    } catch (error) {
      problem = cannot(error instanceof Error ? error.message : String(error));
    }
    const last = recall("last");
    if (!problem && last && this.asked({ kind: String(last.kind), text: String(last.text), position: "" })) return;
    const kept = this.brought(last);
    const first = kept ?? this.kinds.map((kind) => this.firstOf(kind)).find(Boolean);
    if (!kept && !problem && this.kinds.length >= MANY_KINDS) this.showHome();
    else if (!first) this.coming(this.kinds[0].name, () => this.follow(named));
    else {
      this.bring(first);
      if (problem) this.tell(problem);
    }
  }

  /** Opens a puzzle of a link or of the last game; the program computes what is unknown. @param {Entry} entry @param {string} [position] */
  bring(entry, position = "") {
    this.open(entry, position);
    if (served() && entry.verdict === undefined && !("lesson" in entry)) this.deduce(entry);
  }

  /** Returns whether only the program can read a puzzle; if so, the puzzle is opened after that. @param {import("./link.js").Link} link */
  asked({ kind: name, text, position }) {
    const kind = this.known.find((kind) => kind.name === name);
    if (!served() || !kind || kind.parse || this.held(name, text)) return false;
    ask({ ask: "read", kind: name, text }).then(({ entries, fault }) => {
      if (entries) this.add(entries, position);
      else this.follow("", cannot(String(fault)));
    });
    return true;
  }

  /** Returns whether the puzzles of a kind are not yet unpacked; if so, calls `then` after that. @param {string} name @param {() => void} then */
  coming(name, then) {
    if (!this.arrivals?.left.has(name)) return false;
    this.arrivals.wanted(name).then(then);
    return true;
  }

  /** Adds unpacked puzzles of one kind. @param {Entry[]} entries */
  arrive(entries) {
    this.entries.push(...entries);
    const order = new Map(this.kinds.map((kind, at) => [kind.name, at]));
    if (!this.arrivals?.left.size) this.entries.sort((one, other) => (order.get(one.kind) ?? 0) - (order.get(other.kind) ?? 0));
    this.glance?.refresh(!this.arrivals?.left.size);
  }

  /** @param {{kind: string, text: string}} link @returns {Entry} */
  linked({ kind: name, text }) {
    const kind = this.known.find((kind) => kind.name === name);
    if (!kind) throw new Error("this page has no such kind of puzzle");
    const entry = this.held(name, text);
    if (entry) return entry;
    const like = this.firstOf(kind);
    if (!kind.parse && !(kind.sketch && like)) throw new Error("this page does not have that puzzle and cannot read others of its kind; “cpstudy play” can");
    return kind.parse ? kind.parse(text) : /** @type {any} */ (kind).sketch(text, like);
  }

  /** A puzzle or a lesson of this page. @param {string} kind @param {string} text */
  held(kind, text) {
    return [...this.entries, ...lessonsOf(kind)].find((entry) => entry.kind === kind && entry.text === text);
  }

  /** The puzzle that was played last; null if it is not on the page and cannot be read again. @param {any} last @returns {Entry | null} */
  brought(last) {
    try {
      return last ? this.linked({ kind: String(last.kind), text: String(last.text) }) : null;
    } catch {
      return null;
    }
  }

  /** Adds pasted or new puzzles and opens the first. @param {Entry[]} entries @param {string} [position] */
  add(entries, position = "") {
    this.entries.unshift(...entries);
    this.kinds = this.known.filter((kind) => this.entries.some((entry) => entry.kind === kind.name));
    this.open(entries[0], position);
    for (const entry of entries) if (entry.cut) this.deduce(entry);
  }

  /** Requests the rest of what is known about a puzzle whose deduction or search was cut. @param {Entry} entry */
  async deduce(entry) {
    const { entries } = await ask({ ask: "deduce", kind: entry.kind, text: entry.text });
    if (!entries) return;
    const { source, verdict } = entry;
    Object.assign(entry, entries[0], { source });
    // A solver may know more than a deduction that was cut.
    if (entry.verdict === "unknown" && verdict) entry.verdict = verdict;
    delete entry.cut;
    if (this.session?.entry !== entry) return;
    this.about.textContent = aboutEntry(entry);
    this.buildPanels(this.session.kind, entry);
  }

  /** @param {Kind} kind @returns {Entry | undefined} */
  firstOf(kind) {
    return this.entries.find((entry) => entry.kind === kind.name);
  }

  /** @param {Kind} kind */
  openKind(kind) {
    if (this.coming(kind.name, () => this.openKind(kind))) return;
    const text = recall(`last/${kind.name}`);
    const kept = this.entries.find((entry) => entry.kind === kind.name && entry.text === text);
    this.open(/** @type {Entry} */ (kept ?? this.firstOf(kind)));
  }

  /** @param {Entry} entry @param {string} [position] */
  open(entry, position = "") {
    // The element with the focus is replaced: its successor gets the focus, else the board.
    const focused = document.activeElement;
    const held = this.host.contains(focused);
    this.panel?.close();
    this.panel = null;
    this.topic = "";
    this.session?.close();
    const kind = /** @type {Kind} */ (this.known.find((kind) => kind.name === entry.kind));
    const page = {
      changed: () => this.refresh(),
      tick: (/** @type {number} */ seconds) => (this.time.textContent = asTime(seconds)),
      announce: (/** @type {string} */ words) => this.announce(words),
    };
    this.session = new Session(kind, entry, this.settings, page);
    const problem = this.session.resume(position);
    this.view = kind.view(entry, this.session);
    set(this.view.node, kind.title);
    this.zoom.reset();
    this.place.replaceChildren(this.view.node);
    this.showing(false);
    this.tools.replaceChildren(...(this.view.tools ? [this.view.tools] : []));
    this.title.textContent = kind.title;
    this.about.textContent = aboutEntry(entry);
    const commands = (kind.commands ?? []).map(({ title, move }) => button(title, () => this.session?.play(move(entry))));
    this.commands.replaceChildren(...commands);
    const others = this.entries.filter((other) => other.kind === kind.name);
    const { node, next } = chooser(others, entry, (chosen) => this.open(chosen));
    this.chooser.replaceChildren(node, ...(served() ? [making(entry, (entries) => this.add(entries), () => this.showHome(entry.text))] : []));
    this.another = next;
    remember("last", { kind: kind.name, text: entry.text });
    remember(`last/${kind.name}`, entry.text);
    if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
    this.tell(problem);
    this.buildPanels(kind, entry);
    this.refresh();
    page.tick(this.session.clock.seconds);
    if (!this.session.status.complete) this.session.clock.start();
    if (!held || focused?.isConnected) return;
    const name = focused?.getAttribute("name");
    const again = name && this.chooser.querySelector(`[name=${name}]`);
    if (again instanceof HTMLElement) again.focus();
    else this.view.focus();
  }

  /** @param {Kind} kind @param {Entry} entry */
  buildPanels(kind, entry) {
    const lessons = learn((lesson) => this.open(lesson, kind.encode(taught(kind, lesson))));
    const offered = [...(kind.hint ? [hints] : []), ...(kind.known ? [replay] : []), ...(kind.answered ? [solutions] : []), ...(kind.panels ?? []), lessons, learning, cpsat, help];
    const panels = offered.filter((panel) => panel.fits(entry));
    const tabs = panels.map((panel) => button(panel.title, () => this.openPanel(panel), { role: "tab", "aria-controls": "panel" }));
    tabs.forEach((tab, at) =>
      tab.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (by === undefined) return;
        const next = (at + by + tabs.length) % tabs.length;
        tabs[next].focus();
        this.openPanel(panels[next]);
      }),
    );
    this.panelTabs.replaceChildren(...tabs);
    // If more is known about the same puzzle, its panel stays open, with its hint.
    const open = panels.find(({ title }) => title === this.topic);
    if (open === hints) this.markTab();
    else this.openPanel(open ?? ("lesson" in entry ? lessons : panels[0]));
  }

  markTab() {
    for (const tab of this.panelTabs.children) {
      const chosen = tab.textContent === this.topic;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
    }
  }

  /** @param {Panel} panel */
  openPanel(panel) {
    if (!this.session || !this.view) return;
    this.panel?.close();
    this.panel = panel.mount(this.session.entry, this.session, this.view);
    this.topic = panel.title;
    this.markTab();
    this.words.hidden = panel.instead ?? false;
    this.panelPlace.setAttribute("aria-label", panel.title);
    this.panelPlace.replaceChildren(this.panel.node);
  }

  // -- what happens -------------------------------------------------------------------------------------

  refresh() {
    const { session, view } = this;
    if (!session || !view) return;
    const status = session.status;
    view.show(session.position(), status);
    const done = status.complete && this.words.textContent !== status.words;
    this.words.textContent = status.words;
    this.host.classList.toggle("complete", status.complete);
    if (done) this.announce(status.words);
    const { history } = session;
    if (history.done) played(session.entry);
    if (status.complete && history.done) markSolved(session.entry);
    this.showFinish(status.complete && history.done > 0);
    this.moves.textContent = counted(history.done, "move");
    this.undoButton.disabled = !history.canUndo;
    this.redoButton.disabled = !history.canRedo;
    this.panel?.changed?.();
  }

  /** Shows the time and the number of moves of a solved puzzle, and a button for another one. @param {boolean} solved */
  showFinish(solved) {
    if (this.finish.hidden === !solved || !this.session) return;
    this.finish.hidden = !solved;
    const { history, clock } = this.session;
    const words = `Solved in ${asTime(clock.seconds)} with ${counted(history.done, "move")}. `;
    this.finish.replaceChildren(words, button("Play another", () => this.next(), { class: "primary" }));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (!event.defaultPrevented && !typing && this.main && !this.main.hidden && this.zoom.onKey(event)) {
      event.preventDefault();
      return;
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.session?.undo();
    else if (key === "y" || key === "z") this.session?.redo();
    else return;
    event.preventDefault();
  }

  async copyLink() {
    const { session } = this;
    if (!session) return;
    const { kind, entry } = session;
    const hash = fragment(kind.name, entry.text, kind.encode(session.position()));
    history.replaceState(null, "", location.href.split("#")[0] + hash);
    try {
      await navigator.clipboard.writeText(location.href);
      this.tell("The link to this position was copied.");
    } catch {
      this.tell("The link to this position stands in the address line.");
    }
  }

  /** Shows a line above the board; "" hides it. @param {string} words */
  tell(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  /** Announces words to the screen reader. @param {string} words */
  announce(words) {
    this.live.textContent = words;
  }
}

/** @param {string} why */
const cannot = (why) => `This link cannot be opened: ${why}.`;

/** A button that shows a sign; its name is for the screen reader and the tooltip. @param {string} signs @param {string} name @param {() => void} act @param {import("./dom.js").Attributes} [more] */
function sign(signs, name, act, more = {}) {
  return button(signs, act, { "aria-label": name, title: name, class: "icon", ...more });
}

/** @param {Element} node @param {string} label */
function set(node, label) {
  if (!node.getAttribute("aria-label")) node.setAttribute("aria-label", label);
}
