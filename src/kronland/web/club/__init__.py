"""People over days: clocks that run out, holidays, results and ratings, accounts."""
