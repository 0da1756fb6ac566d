"""The version of Harena."""

VERSION = "0.1.0"
