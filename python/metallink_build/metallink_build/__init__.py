"""Renders MetalLink's kernel specs, compiles the library, and runs its set-up, demo and tests."""

__version__ = "0.1.0"
