"""One table: who sits there, what each may see and do, and the page that shows it."""
