/**
 * The page: which kind, which puzzle, its board and its panels. @module
 */

import { asTime } from "./clock.js";
import { chooser, sizeOf } from "./chooser.js";
import { button, element } from "./dom.js";
import { Session } from "./game.js";
import { help } from "./help.js";
import { hints } from "./hints.js";
import { fragment, parseFragment } from "./link.js";
import { replay } from "./replay.js";
import { solutions } from "./solutions.js";
import { recall, remember } from "./store.js";

/** @typedef {import("./kind.js").Entry} Entry */
/** @typedef {import("./kind.js").Kind} Kind */
/** @typedef {import("./kind.js").Panel} Panel */
/** @typedef {import("./kind.js").View} View */

export class App {
  /** @param {Kind[]} kinds @param {Entry[]} entries @param {HTMLElement} host */
  constructor(kinds, entries, host) {
    const there = new Set(entries.map((entry) => entry.kind));
    this.kinds = kinds.filter((kind) => there.has(kind.name));
    this.entries = entries;
    this.host = host;
    this.settings = this.readSettings();
    /** @type {Session | null} */
    this.session = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {ReturnType<Panel["mount"]> | null} */
    this.panel = null;
    this.tabs = element("nav", { "aria-label": "Kinds of puzzles" });
    this.title = element("h2", {});
    this.about = element("p", { class: "about" });
    this.place = element("div", { class: "place" });
    this.tools = element("div", { class: "tools" });
    this.words = element("p", { class: "status", id: "status" });
    this.live = element("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.time = element("span", { class: "number", "aria-label": "time" });
    this.moves = element("span", { class: "number" });
    this.note = element("p", { class: "note", role: "alert", hidden: true });
    this.undoButton = button("Undo", () => this.session?.undo());
    this.redoButton = button("Redo", () => this.session?.redo());
    this.commands = element("span", { class: "buttons" });
    this.chooser = element("div", { class: "chooser" });
    this.panelTabs = element("div", { class: "tabs", role: "tablist", "aria-label": "About this puzzle" });
    this.panelPlace = element("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: 0 });
    this.build();
    window.addEventListener("hashchange", () => this.follow());
    window.addEventListener("pagehide", () => this.session?.save());
    document.addEventListener("keydown", (event) => this.onKey(event));
    this.follow();
  }

  readSettings() {
    const reduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const kept = recall("settings");
    const theme = ["light", "dark"].includes(kept?.theme) ? kept.theme : "auto";
    return { flow: typeof kept?.flow === "boolean" ? kept.flow : !reduced, theme };
  }

  // -- what stands on the page ------------------------------------------------------------------------

  build() {
    for (const kind of this.kinds) {
      this.tabs.append(button(kind.title, () => this.openKind(kind), { "data-kind": kind.name }));
    }
    const bar = element(
      "div",
      { class: "bar" },
      this.undoButton,
      this.redoButton,
      button("Restart", () => this.session?.restart()),
      this.commands,
      button("Copy link", () => this.copyLink()),
      element("span", { class: "numbers" }, this.time, " ", this.moves),
    );
    const board = element("section", { class: "game", "aria-label": "Puzzle" });
    board.append(this.title, this.about, this.note, bar, this.place, this.tools, this.words);
    const side = element("aside", { "aria-label": "Hints and teaching" }, this.panelTabs, this.panelPlace);
    this.host.replaceChildren(
      element("header", {}, element("h1", {}, "cpstudy"), this.tabs, this.settingsBar()),
      element("main", {}, this.chooser, board, side),
      this.live,
    );
    this.applySettings();
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

  /** The puzzle that the address names, else the one that was open last, else the first. */
  follow(named = location.hash) {
    let problem = "";
    try {
      const link = parseFragment(named);
      if (link) {
        this.open(this.linked(link), link.position);
        return;
      }
    } catch (error) {
      problem = `This link cannot be opened: ${error instanceof Error ? error.message : error}.`;
    }
    const last = recall("last");
    const kept = this.entries.find((entry) => entry.kind === last?.kind && entry.text === last?.text);
    this.open(kept ?? this.firstOf(this.kinds[0]));
    if (problem) this.tell(problem);
  }

  /** @param {import("./link.js").Link} link @returns {Entry} */
  linked({ kind: name, text }) {
    const kind = this.kinds.find((kind) => kind.name === name);
    if (!kind) throw new Error("this page has no such kind of puzzle");
    const entry = this.entries.find((entry) => entry.kind === name && entry.text === text);
    if (entry) return entry;
    if (!kind.parse) throw new Error("this page does not hold that puzzle");
    return kind.parse(text);
  }

  /** @param {Kind} kind @returns {Entry} */
  firstOf(kind) {
    return /** @type {Entry} */ (this.entries.find((entry) => entry.kind === kind.name));
  }

  /** @param {Kind} kind */
  openKind(kind) {
    const text = recall(`last/${kind.name}`);
    const kept = this.entries.find((entry) => entry.kind === kind.name && entry.text === text);
    this.open(kept ?? this.firstOf(kind));
  }

  /** @param {Entry} entry @param {string} [position] */
  open(entry, position = "") {
    this.panel?.close();
    this.panel = null;
    this.session?.close();
    const kind = /** @type {Kind} */ (this.kinds.find((kind) => kind.name === entry.kind));
    const page = {
      changed: () => this.refresh(),
      tick: (/** @type {number} */ seconds) => (this.time.textContent = asTime(seconds)),
      announce: (/** @type {string} */ words) => this.announce(words),
    };
    this.session = new Session(kind, entry, this.settings, page);
    const problem = this.session.resume(position);
    this.view = kind.view(entry, this.session);
    set(this.view.node, kind.title);
    this.place.replaceChildren(this.view.node);
    this.tools.replaceChildren(...(this.view.tools ? [this.view.tools] : []));
    this.title.textContent = kind.title;
    this.about.textContent = aboutEntry(entry);
    const commands = (kind.commands ?? []).map(({ title, move }) => button(title, () => this.session?.play(move(entry))));
    this.commands.replaceChildren(...commands);
    for (const tab of this.tabs.children) {
      const chosen = tab.getAttribute("data-kind") === kind.name;
      tab.setAttribute("aria-pressed", String(chosen));
      if (chosen) this.showTab(tab);
    }
    const others = this.entries.filter((other) => other.kind === kind.name);
    this.chooser.replaceChildren(chooser(others, entry, (chosen) => this.open(chosen)));
    remember("last", { kind: kind.name, text: entry.text });
    remember(`last/${kind.name}`, entry.text);
    if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
    this.tell(problem);
    this.buildPanels(kind, entry);
    this.refresh();
    page.tick(this.session.clock.seconds);
    if (!this.session.status.complete) this.session.clock.start();
  }

  /** On a phone the kinds are a row that scrolls: this one to its middle. @param {Element} tab */
  showTab(tab) {
    const [row, one] = [this.tabs.getBoundingClientRect(), tab.getBoundingClientRect()];
    this.tabs.scrollLeft += one.left + one.width / 2 - (row.left + row.width / 2);
  }

  /** @param {Kind} kind @param {Entry} entry */
  buildPanels(kind, entry) {
    const offered = [...(kind.hint ? [hints] : []), ...(kind.known ? [replay] : []), ...(kind.answered ? [solutions] : []), ...(kind.panels ?? []), help];
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
    this.openPanel(panels[0]);
  }

  /** @param {Panel} panel */
  openPanel(panel) {
    if (!this.session || !this.view) return;
    this.panel?.close();
    this.panel = panel.mount(this.session.entry, this.session, this.view);
    for (const tab of this.panelTabs.children) {
      const chosen = tab.textContent === panel.title;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
    }
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
    this.moves.textContent = `${history.done} move${history.done === 1 ? "" : "s"}`;
    this.undoButton.disabled = !history.canUndo;
    this.redoButton.disabled = !history.canRedo;
    this.panel?.changed?.();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
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

  /** A line above the board; "" takes it away. @param {string} words */
  tell(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  /** For the screen reader. @param {string} words */
  announce(words) {
    this.live.textContent = words;
  }
}

/** @param {Element} node @param {string} label */
function set(node, label) {
  if (!node.getAttribute("aria-label")) node.setAttribute("aria-label", label);
}

/** @param {Entry} entry */
export function aboutEntry(entry) {
  const solutions = { unique: "exactly one solution", many: "several solutions", none: "no solution", unknown: "how many solutions is not known" };
  const plans = { found: "can be solved", unreachable: "cannot be solved", unknown: "whether it can be solved is not known" };
  const verdicts = { ...solutions, ...(entry.steps || entry.answer ? {} : plans) };
  const verdict = verdicts[/** @type {keyof typeof verdicts} */ (entry.verdict)];
  const parts = [sizeOf(entry), entry.source, entry.grade && `grade ${entry.grade}`, verdict];
  return parts.filter(Boolean).join(" · ");
}
