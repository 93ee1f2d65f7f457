def text(view): return ""
def read(t): raise NotImplementedError
def write(s): raise NotImplementedError
