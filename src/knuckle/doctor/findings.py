"""What a check found: typed, readable, and as plain data."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from knuckle.memory.shown import counted


class Severity(StrEnum):
    """How much a finding matters: `severe` breaks the simulation, a `warning` may, a `note` is about tidiness."""

    SEVERE = "severe"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One doubtful thing: `code` names the check, `about` the element, `where` file and line as far as known."""

    code: str
    severity: Severity
    about: str
    found: str
    why: str
    advice: str
    where: str = ""

    @property
    def line(self) -> str:
        """Where, how bad, and what was found."""
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.severity}: {self.about} {self.found} [{self.code}]"

    def __str__(self) -> str:
        return f"{self.line}\n    {self.why}\n    {self.advice}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All findings about a model, the severe ones first."""

    model: str
    findings: tuple[Finding, ...] = field(default=())

    @property
    def severe(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity is Severity.SEVERE)

    def of(self, code: str) -> tuple[Finding, ...]:
        """The findings of one check."""
        return tuple(finding for finding in self.findings if finding.code == code)

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return {"model": self.model, "findings": [asdict(finding) for finding in self.findings]}

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __repr__(self) -> str:
        numbers = [sum(finding.severity is kind for finding in self.findings) for kind in Severity]
        parts = counted(
            zip(numbers, ("severe finding", "warning", "note"), ("severe findings", "warnings", "notes"), strict=True)
        )
        lines = [f"{self.model}: {parts or 'nothing found'}"]
        for i, finding in enumerate(self.findings):  # why and what to do are told once for findings that are alike
            rest = self.findings[i + 1 :][:1]
            alike = rest and (rest[0].code, rest[0].why, rest[0].advice) == (finding.code, finding.why, finding.advice)
            lines.append(finding.line if alike else str(finding))
        return "\n".join(lines)
