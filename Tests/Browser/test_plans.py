"""Plans: made on a page, followed on Today, and moved."""

from playwright.sync_api import expect

from visitor import DESKTOP, PHONE

BOOK = "key,text,section,section title\n" + "".join(
    f"Book.{chapter}.{verse},Chapter {chapter} has verse {verse}.,Book.{chapter},Book {chapter}\n"
    for chapter in range(1, 9) for verse in range(1, 5))


def plans(site, screen, **options):
    site.device.add_collection("book.csv", BOOK, language="en")
    visitor = site.visitor(screen, **options)
    visitor.page.goto("/texts/plans")
    return visitor


def test_plan_is_made_started_ticked_on_today_and_taken_back(site):
    page = plans(site, PHONE).page
    form = page.locator("form[action$=make]")
    form.get_by_label("Name").fill("<b>Four days</b>")
    form.get_by_label("Days").fill("4")
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("<b>Four days</b>")
    expect(page.locator("main")).to_contain_text("It covers all 32 texts, each once.")
    start = page.get_by_role("button", name="Start the plan")
    start.click()
    expect(start).to_have_count(0)
    page.goto("/")
    line = page.locator(".today-plans summary")
    expect(line).to_contain_text("To read today")
    expect(line).to_contain_text("Book 1")
    line.click()
    page.locator(".plan-day .tick").click()
    # What was ticked is in sight.
    tick = page.locator(".plan-day .tick")
    expect(tick).to_have_attribute("aria-pressed", "true")
    expect(tick).to_be_visible()
    page.locator(".portions a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Book 1")
    page.goto("/texts/checklist?collection=book")
    expect(page.locator("main")).to_contain_text("25%")
    page.goto("/")
    expect(page.locator(".today-plans")).to_contain_text("Continue reading: Book 1")
    page.locator(".today-plans summary").click()
    page.locator(".plan-day .tick").click()
    expect(page.locator(".plan-day .tick")).to_have_attribute("aria-pressed", "false")
    page.goto("/texts/checklist?collection=book")
    expect(page.locator("main")).to_contain_text("0%")


def test_plan_of_a_file_is_told_with_what_it_leaves_out_and_shifted_without_a_script(site):
    page = plans(site, DESKTOP, java_script_enabled=False).page
    form = page.locator("form[action$=add]")
    form.get_by_label("File").set_input_files(
        {"name": "few.plan", "mimeType": "text/plain", "buffer": b"1=Book.1, Book.2\n9=Book.3-Book.8.3\n"})
    form.get_by_role("button", name="Add the plan").click()
    expect(page.locator("main")).to_contain_text("1 never read, 0 read more than once")
    page.get_by_text("Never read", exact=True).click()
    expect(page.locator("details li")).to_contain_text("Book.8.4")
    page.get_by_label("First day").fill("2020-01-01")
    start = page.get_by_role("button", name="Start the plan")
    start.click()
    expect(start).to_have_count(0)
    page.goto("/")
    page.locator(".today-plans summary").click()
    expect(page.locator(".behind")).to_contain_text("behind")
    page.get_by_role("link", name="Catch up").click()
    expect(page.locator("#left")).to_be_in_viewport()
    expect(page.locator("#left h3").first).to_have_text("Day 1")
    page.goto("/")
    page.locator(".today-plans summary").click()
    page.get_by_role("button", name="Start again today").click()
    expect(page.locator(".portions a")).to_have_count(2)
    page.locator(".notices").get_by_role("button", name="Undo").click()
    page.locator(".today-plans summary").click()
    expect(page.locator(".behind")).to_contain_text("behind")
    page.get_by_role("button", name="Start again today").click()
    expect(page.locator(".portions a")).to_have_count(2)


def test_wrong_file_is_told_by_its_line(site):
    visitor = plans(site, DESKTOP)
    visitor.expected = {422}
    page = visitor.page
    form = page.locator("form[action$=add]")
    form.get_by_label("File").set_input_files(
        {"name": "wrong.plan", "mimeType": "text/plain", "buffer": b"1=Book.1\n0=Book.2\n"})
    form.get_by_role("button", name="Add the plan").click()
    expect(page.get_by_role("alert")).to_contain_text("line 2: days are 1 to 3660, not 0")
