"""bench.png: the figures as a person can take them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.report import time_text
from benchmarks.rows import Row

GOOD, BAD, PLAIN, OTHER = "#2e7d32", "#c62828", "#37474f", "#f9a825"
LINE_INCHES, HEAD_INCHES, WIDTH_INCHES = 0.3, 1.4, 11.0
NOTES_BEYOND = 1.5  # the width of a panel with the column of figures, in its largest bar


def title(row: Row) -> str:
    size = f"{row.size:.3g}".replace("e+0", "e") if row.size >= 10**6 else f"{row.size:,}"
    return ", ".join(word for word in (row.name, row.type, size if row.size > 1 else "") if word)


def color(row: Row) -> str:
    return PLAIN if row.met is None else GOOD if row.met else BAD


def draw(rows: Sequence[Row], path: Path, quick: bool) -> None:
    """Writes the chart: a panel for contests, for times with goals, for emulated doubles, for the table by size."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    panels = [(plot, chosen) for plot, choose in PANELS if (chosen := [row for row in rows if choose(row)])]
    if not panels:
        panels = [(_empty, [])]
    heights = [HEAD_INCHES + LINE_INCHES * max(len(chosen), 8 if plot is _by_size else 1) for plot, chosen in panels]
    figure, axes = pyplot.subplots(
        len(panels), 1, figsize=(WIDTH_INCHES, sum(heights)), height_ratios=heights, squeeze=False, layout="constrained"
    )
    for (plot, chosen), axis in zip(panels, axes[:, 0], strict=True):
        plot(axis, chosen)
    if quick:
        figure.suptitle("A quick run: these sizes are too small to say anything", color=BAD)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def _lines(axis: Any, rows: Sequence[Row]) -> range:
    """A line for each row, the first on top, named at the left."""
    places = range(len(rows))
    axis.set_yticks(places, [title(row) for row in rows])
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.grid(axis="x", color="#eceff1")
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    return places


def _notes(axis: Any, texts: Sequence[str], largest: float) -> None:
    """What stands in figures beside every line, in a column behind the largest."""
    for place, text in enumerate(texts):
        axis.text(largest * 1.03, place, text, va="center", fontsize=9)
    axis.set_xlim(0, largest * NOTES_BEYOND)


def _heading(axis: Any, title: str, explanation: str) -> None:
    axis.set_title(f"{title}\n", loc="left", fontweight="bold")
    axis.text(0, 1.01, explanation, transform=axis.transAxes, fontsize=9, color=PLAIN, va="bottom")


def _contests(axis: Any, rows: Sequence[Row]) -> None:
    for place, row in zip(_lines(axis, rows), rows, strict=True):
        axis.barh(place, row.ratio, height=0.55, color=color(row))
        axis.plot(row.quartiles, [place, place], color="black", linewidth=1.2)
        if row.goal is not None:
            axis.plot([row.goal, row.goal], [place - 0.4, place + 0.4], color="black", linewidth=2.5)
    axis.axvline(1, color=PLAIN, linewidth=0.8, linestyle="--")
    texts = [
        f"{row.ratio:.2f}   {time_text(row.ours_ms)}, {row.best_peer} {time_text(row.peers[row.best_peer])}"
        for row in rows
    ]
    _notes(axis, texts, max(max(row.ratio, row.quartiles[1], row.goal or 0) for row in rows))
    _heading(
        axis,
        "MetalLink's time divided by the best peer's",
        "shorter is better; thick mark: goal; thin line: quartiles; green: goal met, red: missed, grey: no goal",
    )


def _times(axis: Any, rows: Sequence[Row]) -> None:
    for place, row in zip(_lines(axis, rows), rows, strict=True):
        axis.barh(place, row.ours_ms / row.goal, height=0.55, color=color(row))
    axis.axvline(1, color="black", linewidth=2.5)
    texts = [f"{time_text(row.ours_ms)}, goal {time_text(row.goal)}" for row in rows]
    _notes(axis, texts, max(max(row.ours_ms / row.goal, 1) for row in rows))
    _heading(axis, "Times divided by their goals", "shorter is better; thick mark: goal; green: goal met, red: missed")


def _rates(axis: Any, rows: Sequence[Row]) -> None:
    for place, row in zip(_lines(axis, rows), rows, strict=True):
        native = row.size / row.peers["native"] * 1e3
        axis.plot([row.rate, native], [place, place], color="#cfd8dc", zorder=1)
        axis.scatter(row.rate, place, color=PLAIN, zorder=2, label="emulated" if place == 0 else None)
        axis.scatter(native, place, color=OTHER, zorder=2, label="native" if place == 0 else None)
    axis.set_xscale("log")
    axis.legend(loc="best", fontsize=8)
    axis.set_xlabel("operations a second")
    _heading(axis, "Doubles in integer arithmetic, beside the device's own", "further right is faster")


def _by_size(axis: Any, rows: Sequence[Row]) -> None:
    sizes = [row.size for row in rows]
    axis.plot(sizes, [row.ours_ms for row in rows], marker="o", color=PLAIN, label=rows[0].name)
    both = [row for row in rows if row.best_peer is not None]
    if both:
        name = both[0].best_peer
        axis.plot([row.size for row in both], [row.peers[name] for row in both], marker="o", color=OTHER, label=name)
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.set_xlabel("elements")
    axis.set_ylabel("ms")
    axis.grid(color="#eceff1")
    axis.legend(fontsize=8)
    _heading(axis, "In a kernel session, by size", "lower is faster")


def _empty(axis: Any, rows: Sequence[Row]) -> None:
    del rows
    axis.set_axis_off()
    axis.set_title("Nothing was measured")


def _is_rate(row: Row) -> bool:
    return "native" in row.peers


def _is_kernel(row: Row) -> bool:
    return row.type == "Real list" and row.ours_ms is not None


PANELS: tuple[tuple[Callable[[Any, Sequence[Row]], None], Callable[[Row], bool]], ...] = (
    (_contests, lambda row: row.ratio is not None and not _is_rate(row) and not _is_kernel(row)),
    (_times, lambda row: row.unit == "ms" and row.goal is not None and row.ours_ms is not None),
    (_rates, lambda row: row.ratio is not None and _is_rate(row)),
    (_by_size, _is_kernel),
)
