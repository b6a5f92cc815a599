"""Experiments, comparisons, reports and the command line."""

import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab
from knuckle.cli.main import main
from knuckle.lab import report_parts
from knuckle.lab.bench import inverse_rate, recorded_problems, with_contacts
from knuckle.lab.bench_solvers import solve_times, whole_inverse_time
from knuckle.lab.experiments.impact import bounce
from knuckle.lab.figures import energies, errors, forces, gaps, ledger, timeline, work
from knuckle.lab.law_figures import barrier
from knuckle.lab.report import views
from knuckle.lab.report_parts import FIGURES
from knuckle.lab.slider import slider
from knuckle.lab.texts import scheme_of, swept

SCHEMES = (lab.Main(), lab.Gauss050(mindist=0.1, clamp=True), lab.Interior(), lab.Baumgarte())


def test_integrators_have_their_place_in_free_fall():
    c = lab.compare(None, [lab.Gauss050(integrator=name) for name in ("explicit", "midpoint", "semi")], "free_fall")
    explicit, midpoint, semi = (c.of(scheme) for scheme in c.schemes)
    for high, exact, low in zip(explicit, midpoint, semi, strict=True):
        assert high.deviation == pytest.approx(0.5 * 9.81 * high.h * 0.5, rel=1e-6)
        assert high.values[-1] > exact.values[-1] > low.values[-1] and exact.deviation < 1e-12
    assert c.order(c.schemes[0]) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("name", ["ball_drop", "cart_wall", "incline", "spinning_ball"])
def test_a_sound_scheme_passes(name):
    # the spin of the ball is stopped by contacts as soon as they are found, so these are found late
    scheme = lab.Gauss050(mindist=None if name == "spinning_ball" else 0.1, clamp=True, sweeps=20)
    c = lab.compare(None, scheme, name, (0.005, 0.001))
    assert [run.verdict for run in c.runs] == ["pass", "pass"], c.table()


def test_closed_forms_are_themselves():
    t = np.linspace(0, 1, 20001)
    z = bounce(t)
    tops = z[1:-1][(z[1:-1] > z[:-2]) & (z[1:-1] > z[2:])] - 0.1
    assert tops[:2] == pytest.approx([0.2 * 0.8**2, 0.2 * 0.8**4], rel=1e-4)


def test_a_report_is_one_page_that_needs_nothing(tmp_path):
    c = lab.compare(None, SCHEMES, "cart_wall", (0.01, 0.005))
    assert {run.verdict for run in c.of(lab.Baumgarte())} == {"unsupported"} and "Baumgarte" in c.table()
    c.report(tmp_path / "r.html")
    c.plot(tmp_path / "r.svg")
    page = (tmp_path / "r.html").read_text()
    assert len(page) < 200_000 and not re.search(r"(?:src|href)=.(?!#)", page.replace("http://www.w3.org", ""))
    assert "no bilateral constraints" in page and lab.Interior().to_json().replace('"', "&quot;") in page
    for figure in ((tmp_path / "r.svg").read_text(), errors(c), work(c)):
        assert len(ElementTree.fromstring(figure).findall(".//{http://www.w3.org/2000/svg}path")) > 5
    everything = lab.compare(None, lab.Baumgarte(), "cart_wall", 0.01)
    everything.report(tmp_path / "none.html")  # no scheme ran


def test_a_report_shows_what_happened():
    """Forces, gaps, energies that add up, events, a side view: all of them well-formed."""
    schemes = (
        lab.Gauss050(mindist=0.1, clamp=True),
        lab.Hybrid(),
        lab.Augmented(),
        lab.Compliant(integrator="implicit"),
    )
    c = lab.compare(None, schemes, "ball_drop", 0.01)
    for figure in (forces(c), gaps(c), energies(c), timeline(c), *views(c)[1:]):
        assert len(ElementTree.fromstring(figure).findall(".//{http://www.w3.org/2000/svg}path")) > 2
    for run in c.runs:
        books = ledger(run)
        assert sum(each[-1] for each in books.values()) == pytest.approx(books["kinetic"][0], abs=1e-9)
        assert abs(books["error"][-1]) < 0.05 and books["dissipated"][-1] == pytest.approx(10 * 9.81 * 0.2, rel=0.01)
    assert [event.kind for event in c.of(lab.Hybrid())[0].events] == ["impact"]
    assert c.of(lab.Augmented())[0].trace.deformation.max() > 0


@pytest.mark.parametrize("name", [words[0] for words in FIGURES if words[0] not in ("Time", "Smoothing")])
def test_figures_of_laws_and_solvers(name):
    (figure,) = (each for title, _, each in FIGURES if title == name)
    assert len(ElementTree.fromstring(figure())) > 5


def test_barriers_meet_with_value_slope_and_curvature():
    """s₀ = κ/q: the parabola a₀s² + a₁s + a₂ goes on from the log."""
    kappa, q, eps = 0.5, 7.0, 3e-5
    s = kappa / q + eps * np.array([-2, -1, 1, 2])
    assert barrier(s, kappa, q) == pytest.approx(-kappa * np.log(s), abs=1e-9)


def test_sliders_and_properties_are_in_the_page(monkeypatch):
    monkeypatch.setattr(report_parts, "SEEDS", 2)
    monkeypatch.setattr(report_parts, "SOLVERS", (lab.Lcp(), lab.Interior()))
    table = report_parts.property_part()
    assert "forward∘inverse" in table and 'class="deviates"' in table and "Lcp()" in table
    text = slider(lab.Gauss050(mindist=0.1, clamp=True), "sweeps", (1, 50), "mass_ratio")
    assert text.count("<svg") == 2 and 'type="range"' in text and "http://" not in text.replace("http://www.w3.org", "")


def test_json_for_machines(capsys):
    run = ["lab", "run", "cart_wall", "--scheme", "Main", "Baumgarte", "--h", "0.01", "--json"]
    assert main(run) == 0
    (found,) = json.loads(capsys.readouterr().out)
    good, bad = found["schemes"]
    assert (
        good["scheme"] == {"scheme": "Main"}
        and good["runs"][0]["verdict"] in ("pass", "deviates")
        and good["order"] is None
    )
    assert bad["runs"][0]["deviation"] is None and "bilateral" in bad["runs"][0]["reason"]
    assert main(["lab", "limits", "L8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["limits"]["L8"]["holds"] is True
    assert main(["lab", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["experiments"]) == 26
    assert main(["lab", "limits", "L8"]) == 0 and "holds" in capsys.readouterr().out


def test_the_command_line(tmp_path, capsys):
    assert main(["lab", "list"]) == 0 and "cart_wall" in capsys.readouterr().out
    assert main(["lab", "run", "cart_wall", "--scheme", "Gauss050(sweeps=3)", "--h", "0.01"]) == 0
    assert "Gauss050(sweeps=3)" in capsys.readouterr().out
    assert main(["lab", "lesson", "free_fall", "--scheme", "Main", "--h", "0.01", "0.005"]) == 0
    assert "What each model got wrong" in capsys.readouterr().out
    assert main(["lab", "compare", "cart_wall", "free_fall", "--scheme", "Main", "--h", "0.01"]) == 0
    told = capsys.readouterr().out
    assert "cart_wall" in told and "free_fall" in told
    page = tmp_path / "p.html"
    assert main(["lab", "report", str(page), "cart_wall", "--scheme", "Main", "--h", "0.01"]) == 0 and page.exists()
    sweep = ["lab", "sweep", "cart_wall", "sweeps", "--scheme", "Gauss050", "--values", "1", "9", "--h", "0.01"]
    capsys.readouterr()
    assert main(sweep) == 0 and "Gauss050(sweeps=9)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "cart_wal"], "did you mean 'cart_wall'"),
        (["run"], "one experiment"),
        (["limits", "L13"], "unknown limit 'L13'"),
        (["lesson", "cart_wall", "--json"], "--json: expected one of"),
        (["report", "x.txt"], ".html"),
        (["sweep", "cart_wall"], "--values"),
        (["run", "cart_wall", "--scheme", "Gaus050"], "did you mean 'Gauss050'"),
        (["run", "cart_wall", "--scheme", "Gauss050(sweep=3)"], "did you mean 'sweeps'"),
        (["run", "cart_wall", "--scheme", "Gauss050(sweeps=open('x'))"], "expected a number or text"),
        (["run", "cart_wall", "--scheme", "1+"], "expected a call"),
        (["run", "cart_wall", "--scheme", "Main(1)"], "Main has 0 parameters, found 1 values"),
        (["run", "cart_wall", "--scheme", "Anitescu('cone', edges=4)"], "Anitescu: edges is given twice"),
        (["run", "cart_wall", "--scheme", "Anitescu(*[4])"], "edges: expected a number or text, found '*[4]'"),
        (["sweep", "cart_wall", "scalin", "--scheme", "Interior", "--values", "model"], "did you mean 'scaling'"),
        (["sweep", "cart_wall", "scaling", "--scheme", "Interior", "--values", "modle"], "did you mean 'model'"),
        (["run", "cart_wall", "--h", "-1"], "h: expected a number above 0"),
    ],
)
def test_bad_words_are_told(words, told, capsys):
    assert main(["lab", *words]) == 2
    assert told in capsys.readouterr().err


def test_schemes_are_read_from_text():
    assert scheme_of("Gauss050(sweeps=7, softness='engine')") == lab.Gauss050(sweeps=7, softness="engine")
    assert scheme_of("Main") == lab.Main()
    assert scheme_of('lab.Anitescu("cone", mindist=0.03)') == lab.Anitescu("cone", mindist=0.03)


def test_values_of_a_sweep_are_numbers_or_words():
    base = lab.Interior(kappa=0.2)
    found = swept(base, "scaling", ["model", "'per_second'"])
    assert found == [lab.Interior(kappa=0.2, scaling="model"), lab.Interior(kappa=0.2, scaling="per_second")]
    assert swept(base, "kappa", ["1", "0.5"]) == [lab.Interior(kappa=1), lab.Interior(kappa=0.5)]


def test_each_scheme_and_time_step_is_run_once_and_one_step_has_no_order():
    c = lab.compare(None, [lab.Gauss050(), lab.Gauss050()], "free_fall", (0.01, 0.01))
    assert [(run.scheme, run.h) for run in c.runs] == [(lab.Gauss050(), 0.01)]
    assert np.isnan(c.order(c.schemes[0])) and c.runs[0].deviation > 0
    close = lab.compare(None, lab.Gauss050(), "free_fall", (0.01, 0.01 * (1 + 1e-15)))
    assert len(close.runs) == 2 and np.isnan(close.order(lab.Gauss050()))


def test_the_benchmark_measures_what_it_says():
    p = with_contacts(recorded_problems(), 5)
    assert p.rows == 15 and len(p.cones) == 5
    assert inverse_rate(p, False, 1e-4) > 0 and inverse_rate(p, True, 1e-4) > 0
    times = solve_times()
    assert list(times) == [2, 5, 10, 20] and all(0 < sweeps < forward for sweeps, forward in times.values())
    seconds, contacts = whole_inverse_time(T=3)
    assert seconds > 0 and 10 <= contacts <= 20


def test_unknown_experiments_are_refused():
    with pytest.raises(lab.LabError, match="did you mean 'oscillator'"):
        lab.compare(None, lab.Main(), "oscilator")
    with pytest.raises(lab.LabError, match="at least one scheme"):
        lab.compare(None, [], "oscillator")
    assert isinstance(lab.experiments()["incline"].model(), kn.Model)
