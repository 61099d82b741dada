"""Settings that all tests share: Hypothesis is reproducible, and no test asserts a time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cpstudy",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cpstudy")
