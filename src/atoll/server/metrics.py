"""Metrics of one process in Prometheus' text format; none of them reveals anything about a game."""

from dataclasses import dataclass, field


@dataclass
class Metrics:
    """Counters of one process."""

    decisions: int = 0
    refused: int = 0
    faults: int = 0
    tables_opened: int = 0
    connections: int = 0
    frames: int = 0
    bot_queue: int = 0
    append_count: int = 0
    append_seconds: float = 0.0
    buckets: dict[float, int] = field(
        default_factory=lambda: dict.fromkeys((0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0), 0)
    )

    def appended(self, seconds: float) -> None:
        """Record the duration of a commit."""
        self.append_count += 1
        self.append_seconds += seconds
        for bound in self.buckets:
            self.buckets[bound] += seconds <= bound

    def text(self, tables: int) -> str:
        """Return all metrics."""
        lines = []
        for name, metric, value in (
            ("tables", "gauge", tables),
            ("connections", "gauge", self.connections),
            ("bot_queue", "gauge", self.bot_queue),
            ("decisions_total", "counter", self.decisions),
            ("refused_total", "counter", self.refused),
            ("faults_total", "counter", self.faults),
            ("tables_opened_total", "counter", self.tables_opened),
            ("frames_total", "counter", self.frames),
        ):
            lines += [f"# TYPE atoll_{name} {metric}", f"atoll_{name} {value}"]
        lines.append("# TYPE atoll_append_seconds histogram")
        lines += [f'atoll_append_seconds_bucket{{le="{bound}"}} {count}' for bound, count in self.buckets.items()]
        lines.append(f'atoll_append_seconds_bucket{{le="+Inf"}} {self.append_count}')
        lines += [f"atoll_append_seconds_sum {self.append_seconds}", f"atoll_append_seconds_count {self.append_count}"]
        return "\n".join(lines) + "\n"
