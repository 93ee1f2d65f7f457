def draw(v): return ""
