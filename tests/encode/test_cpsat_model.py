"""``CpsatModel``, CP-SAT's model without deprecated names, builds the same models and clones."""

from ortools.sat.python import cp_model

from cpstudy.encode.cpsat import CpsatModel


def one_of_two(model: cp_model.CpModel) -> list[cp_model.IntVar]:
    pair = [model.new_bool_var(name) for name in "xy"]
    model.add_bool_or(pair)
    model.add(sum(pair) == 1)
    return pair


def test_what_is_built_is_the_same_model():
    models = cp_model.CpModel(), CpsatModel()
    for model in models:
        one_of_two(model)
    assert str(models[0].proto) == str(models[1].proto) != ""


def test_a_clone_goes_on_and_leaves_its_origin_as_it_was():
    model = CpsatModel()
    x, y = one_of_two(model)
    before = str(model.proto)
    clone = model.clone()
    assert (type(clone), str(clone.proto)) == (CpsatModel, before)
    clone.add(x == 0)
    again = clone.clone()
    again.add(y == 0)
    statuses = [cp_model.CpSolver().solve(each) for each in (model, clone, again)]
    assert statuses == [cp_model.OPTIMAL, cp_model.OPTIMAL, cp_model.INFEASIBLE]
    assert str(model.proto) == before


def test_methods_have_one_name():
    """The deprecated names are not set on each model, as this takes as long as a small model."""
    assert not [name for name in vars(CpsatModel()) if name[0].isupper()]
