"""What the help of a verb says above its options: its docstring, and commands to try."""

EXAMPLES = {
    "run": (
        ("knuckle run", "the humanoid for 10 s"),
        ("knuckle run robot.xml --seconds 2 --show", "a file, then look at it"),
        ("knuckle run humanoid --json", "the numbers, for a program"),
    ),
    "studio": (
        ("knuckle studio", "the humanoid, and a gallery"),
        ("knuckle studio robot.xml", "a file, read again when it is saved"),
        ("knuckle studio robot.xml --no-browser --port 8080", "on a computer without a desktop"),
    ),
    "replay": (
        ("knuckle replay", "the humanoid, in replay.html"),
        ("knuckle replay robot.xml robot.html --keyframe home", "a file, from one of its keyframes"),
    ),
    "render": (
        ("knuckle render humanoid humanoid.png", "a picture"),
        ("knuckle render humanoid fall.mp4 --seconds 2", "a film"),
        ("knuckle render humanoid feet.png --seconds 1 --show contactforce --label body", "marks and names"),
        ("knuckle render robot.xml depth.png --camera eye --depth", "distances from a camera of the model"),
    ),
    "bench": (
        ("knuckle bench", "every stage of the humanoid"),
        ("knuckle bench robot.xml --dtype none", "one world only"),
        ("knuckle bench robot.xml --lanes", "where a step of a batch spends its time"),
    ),
    "info": (
        ("knuckle info quadruped", "bodies, joints, masses, sizes"),
        ("knuckle info robot.urdf --json", "the same, for a program"),
    ),
    "convert": (
        ("knuckle convert robot.urdf robot.xml", "URDF into MJCF"),
        ("knuckle convert scene.xml scene.mjz", "a model and all its assets in one file"),
        ("knuckle convert scene.xml scene.knm", "compiled, so that it loads at once"),
    ),
    "check": (
        ("knuckle check robot.xml", "what is doubtful, why, and what to do"),
        ("knuckle check robot.xml --json", "the same, for a program"),
    ),
    "compare": (
        ("knuckle compare robot.xml", "the first stage and field that differ"),
        ("knuckle compare robot.xml --fields", "every field"),
        ("knuckle compare robot.xml --json --states 100", "everything, for a program"),
    ),
    "lab": (
        ("knuckle lab list", "experiments and schemes"),
        ("knuckle lab lesson EXPERIMENT", "a question, what each model answers, and why"),
        ("knuckle lab report report.html", "all experiments as one page"),
    ),
    "warmup": (
        ("knuckle warmup", "all machines"),
        ("knuckle warmup single", "what one world needs"),
    ),
}


def description(verb: str, docstring: str) -> str:
    """The paragraphs of a docstring above its arguments, each on one line, and the examples of a verb."""
    paragraphs = docstring.partition("\nArgs:")[0].strip().split("\n\n")
    width = max(len(command) for command, _ in EXAMPLES[verb])
    examples = [f"  {command:<{width}}   {what}" for command, what in EXAMPLES[verb]]
    return "\n\n".join(
        [*(" ".join(paragraph.split()) for paragraph in paragraphs), "\n".join(["Examples:", *examples])]
    )
