"""Running, pausing, stepping, going back, and what the simulation says of itself."""

from knuckle.studio.panels.base import Panel
from knuckle.studio.simulation import FASTEST

SPEEDS = {
    "1/50": 0.02,
    "1/20": 0.05,
    "1/10": 0.1,
    "1/4": 0.25,
    "1/2": 0.5,
    "1": 1.0,
    "2": 2.0,
    "5": 5.0,
    "fastest": FASTEST,
}

MOST_WORLDS = 64  # side by side


class RunPanel(Panel):
    """The buttons of a player, a timeline of the last seconds, and the state in words."""

    title = "Run"

    def build(self) -> None:
        gui, sim = self.gui, self.sim
        self.status = gui.add_markdown("")
        self.buttons = gui.add_button_group("Play", ("pause", "step", "back", "reset"))
        self._on_button()
        self.speed = gui.add_dropdown("Speed", tuple(SPEEDS), initial_value=self._speed_name())
        self.on_change(self.speed, lambda value: setattr(sim, "speed", SPEEDS.get(value, 1.0)))
        self.timeline = gui.add_slider("Timeline", min=0, max=1000, step=1, initial_value=1000)
        self.on_change(self.timeline, self._scrub)
        if self.m.nkey:
            names = tuple(self._key_name(index) for index in range(self.m.nkey))
            self.keys = gui.add_dropdown("Keyframe", names)
            self.on_click(gui.add_button("Take keyframe"), lambda: sim.reset(names.index(self.keys.value)))
        if sim.worlds.count > 1:
            self._build_worlds()

    def _build_worlds(self) -> None:
        studio, count = self.studio, self.sim.worlds.count
        world = self.gui.add_number("World", 0, min=0, max=count - 1, step=1)
        self.on_change(world, lambda value: studio.watch(int(value)))
        grid = self.gui.add_slider(
            "Worlds shown", min=1, max=min(MOST_WORLDS, count), step=1, initial_value=studio.grid
        )
        self.on_change(grid, lambda value: studio.show_grid(int(value)))

    def _on_button(self) -> None:
        does = {
            "pause": self.studio.toggle,
            "step": self.sim.step_once,
            "back": self.sim.step_back,
            "reset": self.sim.reset,
        }

        async def clicked(_: object) -> None:
            self.sim.post(does.get(self.buttons.value, lambda: None))

        self.buttons.on_click(clicked)

    def _key_name(self, index: int) -> str:
        return f"{index}: {self.m.names('key')[index]}"

    def _speed_name(self) -> str:
        return next((name for name, value in SPEEDS.items() if value == self.sim.speed), "1")

    def _scrub(self, value: float) -> None:
        history = self.sim.history
        self.sim.scrub(round(value / 1000 * (len(history) - 1)))

    def refresh(self) -> None:
        sim, d = self.sim, self.shown
        state = "**paused**" if sim.paused else f"**running**, {sim.rate:.2f} × real time"
        energy = f", energy {sum(d.energy):.5g} J" if self.m.opt.flags.energy else ""
        first, last = sim.history.span()
        lines = [
            f"{state}  ",
            f"time {d.time:.4f} s, {d.ncon} contacts{energy}  ",
            f"kept: {first:.2f} to {last:.2f} s",
        ]
        if sim.note:
            lines.append(f"\n\n⚠ {plain(sim.note)}")
        text = "\n".join(lines)
        if self.status.content != text:
            self.status.content = text
        self._follow_timeline()
        if self.speed.value != self._speed_name():
            self.speed.value = self._speed_name()

    def _follow_timeline(self) -> None:
        history = self.sim.history
        if len(history) > 1:
            index = max(0, history.before(self.shown.time))
            self.timeline.value = round(1000 * index / (len(history) - 1))


def plain(text: str) -> str:
    """A text that Markdown shows as it is."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|!$" else letter for letter in text)
