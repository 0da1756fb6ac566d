"""The games that come with Harena, one folder each."""
