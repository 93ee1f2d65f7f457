"""Notices: what people are told when they are not there to see it, and the ways in which it reaches them."""
