"""How a page becomes the one that the server sends (`morph.js`): without a server, on an empty page."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from people import Person

SCRIPT = files("kronland.web").joinpath("static", "morph.js").read_text("utf-8")
BEFORE = """<div id="all"><p class="gone">it goes</p><form><input id="said" value=""><input type="hidden" name="number" value="1"></form>
<details id="more"><summary>More</summary></details>
<svg><g class="land">
<g data-kept="1-a"><circle r="1"/></g>
<g data-kept="2-a"><circle r="2"/></g>
</g><g class="other"></g></svg>
<ol><li id="line-1">one</li></ol></div>"""
AFTER = """<div id="all" class="new"><form><input id="said" value=""><input type="hidden" name="number" value="2"></form>
<details id="more"><summary>More</summary></details>
<svg><g class="land">
<g data-kept="1-a"><circle r="1"/></g>
<g data-kept="3-a"><circle r="3"/></g>
</g><g class="other">
<g data-kept="2-a"><circle r="2"/></g>
</g></svg>
<ol><li id="line-1">one</li><li id="line-2">two</li></ol></div>"""
RADII = "() => [...document.querySelectorAll('circle')].map(one => one.getAttribute('r')).join()"


def test_what_is_the_same_stays_as_it_is(person: Callable[..., Person]) -> None:
    page = person("").page
    page.set_content(BEFORE)
    page.add_script_tag(content=SCRIPT)
    page.fill("#said", "half typ")
    page.click("#more summary")
    page.focus("#said")
    page.evaluate("window.known = [...document.querySelectorAll('[data-kept], #said, #line-1')]")
    page.evaluate("text => Morph.to(document.getElementById('all'), text)", AFTER)
    assert page.evaluate(RADII) == "1,3,2", "what has come to lie elsewhere is drawn there"
    assert page.evaluate("known.filter(one => one.isConnected).map(one => one.dataset.kept ?? one.id).join()") == "said,1-a,line-1"
    assert page.evaluate("document.activeElement.id") == "said" and page.input_value("#said") == "half typ"
    assert page.locator("#more").get_attribute("open") is not None and page.input_value("[name=number]") == "2"
    assert page.locator("li").all_inner_texts() == ["one", "two"] and page.locator("#all.new > .gone").count() == 0
    page.evaluate("([id, text]) => Morph.to(document.getElementById(id), text)", ["all", BEFORE])
    assert page.evaluate(RADII) == "1,2" and page.evaluate("known[1].isConnected"), "and back again"


TARGET = """<g class="target target-move" data-action="{0}" role="button" tabindex="0"><title>To {0}</title>
<g aria-hidden="true"><circle r="{1}"/></g></g>"""


def board(*targets: tuple[str, int]) -> str:
    drawn = "\n".join(TARGET.format(*target) for target in targets)
    return f'<div id="all"><svg><g class="land">\n{drawn}\n</g></svg></div>'


def test_a_target_that_is_the_same_is_not_read_again(person: Callable[..., Person]) -> None:
    page = person("").page
    page.set_content(board(("a1", 1)))
    page.add_script_tag(content=SCRIPT)

    def become(*targets: tuple[str, int]) -> None:
        page.evaluate("text => Morph.to(document.getElementById('all'), text)", board(*targets))

    become(("a1", 1), ("b2", 2), ("c3", 3))
    page.evaluate("for (const one of document.querySelectorAll('.target')) one.setAttribute('tabindex', '-1')")
    page.evaluate("window.known = [...document.querySelectorAll('.target')]; known[1].focus()")
    become(("b2", 2), ("c3", 4), ("d4", 5))
    assert page.evaluate(RADII) == "2,4,5"
    assert page.evaluate("known.map(one => one.isConnected).join()") == "false,true,true"
    assert page.evaluate("known.map(one => one.getAttribute('tabindex')).join()") == "-1,-1,-1", "the order of Tab is the page's own"
    assert page.evaluate("document.activeElement === known[1]"), "what stays keeps the focus"
    become(("d4", 5))
    assert page.evaluate("document.activeElement === document.body"), "and what goes loses it"
    page.evaluate("document.querySelector('.target').remove()")  # whatever has happened to the tree, it becomes what the text says
    become(("d4", 5), ("e5", 6))
    assert page.evaluate(RADII) == "5,6" and page.locator("[data-left]").count() == 0
