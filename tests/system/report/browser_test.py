#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report's page in headless Chromium, opened from the disk: layout at three widths, light, dark, in print and
without scripts, for campaigns of 1 to 400 cases; every control; numbers equal to those of the program."""
import base64
import csv
import contextlib
import fcntl
import io
import json
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from waiting import within  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SEAWIND = pathlib.Path(os.environ["SEAWIND_BIN"]) / "seawind"
CHECKS = (HERE / "page_checks.js").read_text()
SCREENSHOTS = os.environ.get("SEAWIND_SCREENSHOTS")  # a folder that gets pictures of the pages
REPETITIONS = {1: 6, 2: 6, 8: 24, 48: 4, 400: 2}
FLAGS = ("--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
         "--disable-component-update --disable-sync --disable-extensions --hide-scrollbars").split()


emulated = {}  # settings of the screen, by CDP command


def setUpModule():
    global folder
    folder = tempfile.TemporaryDirectory(prefix="seawind-browser-")
    os.environ["TMPDIR"] = folder.name  # Chromium and its driver leave files there
    start_browser()


def start_browser():
    global browser
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for flag in [*FLAGS, f"--user-data-dir={folder.name}/profile"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    browser.execute_cdp_cmd("Network.enable", {})
    for command, values in emulated.items():
        browser.execute_cdp_cmd(command, values)


def emulate(command, values):
    emulated[command] = values
    browser.execute_cdp_cmd(command, values)


def tearDownModule():
    browser.quit()
    folder.cleanup()


pages = {}


def page_of(cases):
    """The page of a synthetic campaign, made once."""
    if cases not in pages:
        campaign = pathlib.Path(folder.name) / f"cases-{cases}"
        subprocess.run([os.environ["SEAWIND_REPORT_CAMPAIGN"], str(cases), str(REPETITIONS[cases]), campaign],
                       check=True)
        subprocess.run([SEAWIND, "report", campaign], check=True, stdout=subprocess.DEVNULL)
        pages[cases] = campaign
    return pages[cases]


def resize(width, height=1000):
    emulate("Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})


def media(scheme="light", kind=""):
    emulate("Emulation.setEmulatedMedia",
            {"media": kind, "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def wait(condition, what, seconds=60):
    if not within(seconds, condition):
        raise AssertionError(f"not within {seconds} s: {what}")


def drawn():
    """All pictures of the page are drawn, and none is to be drawn again."""
    return browser.execute_script("return document.documentElement.dataset.ready === 'true' && "
                                  "!document.documentElement.dataset.drawing")


def next_frame():
    """Returns when a frame has been shown and the IntersectionObservers' task that follows it has run."""
    browser.execute_async_script("const done = arguments[0];"
                                 "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))")


def unseen():
    """Pictures that are not drawn although they have a place in the opened page."""
    return browser.execute_script(
        "return [...document.querySelectorAll('figure')].filter((f) => f.clientWidth > 2 && "
        "!f.firstChild.hasChildNodes()).map((f) => f.textContent)")


def open_page(campaign, page="report/report.html"):
    browser.get((campaign / page).as_uri())
    wait(drawn, "the page is ready")


def open_and_draw(campaign, page="report/report.html"):
    """Opens a page with all its pictures drawn. Chromium without a screen may cease to make frames for good (seen once in
    some 10 000 frames beside a build, and not in 43 000 without one; a screenshot hangs then, too): another one goes on."""
    open_page(campaign, page)
    try:
        draw_all()
    except TimeoutException:
        print("a browser that makes no frames is started again", file=sys.stderr)
        browser.quit()
        start_browser()
        open_page(campaign, page)
        draw_all()


def draw_all():
    """Scrolls through the page, so that pictures that are drawn when seen are drawn."""
    browser.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
    height = browser.execute_script("return document.documentElement.scrollHeight")
    for y in range(0, height, 700):
        browser.execute_script(f"scrollTo(0, {y})")
        next_frame()
    browser.execute_script("scrollTo(0, 0)")
    next_frame()
    wait(drawn, "all pictures are drawn")
    assert unseen() == [], unseen()


def screenshot(name):
    if not SCREENSHOTS:
        return
    pathlib.Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
    size = browser.execute_script("return [innerWidth, Math.min(6000, document.documentElement.scrollHeight)]")
    resize(*size)
    wait(lambda: browser.execute_script("return [innerWidth, innerHeight]") == size, "the page has its size")
    if browser.execute_script("return document.documentElement.dataset.ready"):  # scripts may be disabled
        next_frame()
        wait(drawn, "all pictures are drawn")
    browser.save_screenshot(f"{SCREENSHOTS}/{name}.png")


def choose(part, label, value):
    """Sets the control with this label of a part of the page by its option's text."""
    for control in browser.find_elements(By.CSS_SELECTOR, f"#{part} .control"):
        if control.find_element(By.TAG_NAME, "label").text == label:
            Select(control.find_element(By.TAG_NAME, "select")).select_by_visible_text(value)
            wait(drawn, f"{label} {value} is drawn")
            return
    raise AssertionError(f"no control {label} in {part}")


def texts(selector):
    return [e.text for e in browser.find_elements(By.CSS_SELECTOR, selector)]


def picture_texts(part):
    return browser.execute_script(
        f"return [...document.querySelectorAll('#{part} svg text')].map((t) => t.textContent)")


class Layout(unittest.TestCase):
    def check(self, what):
        self.assertEqual([], browser.execute_script(CHECKS), what)

    def tearDown(self):
        media()
        messages = [entry for entry in browser.get_log("browser") if "favicon" not in entry["message"]]
        self.assertEqual([], messages)

    def test_no_text_overlaps_and_nothing_is_cut(self):
        for cases in REPETITIONS:
            campaign = page_of(cases)
            for width in (1280, 1920, 420):
                resize(width)
                open_and_draw(campaign)
                self.check(f"{cases} cases, {width} pixels")
                screenshot(f"{cases}-cases-{width}")
                resize(width)
                kinds = ("cumulative distribution", "over time", "over another metric") if cases in (2, 48) else ()
                for kind in kinds:
                    choose("explore", "Picture", kind)
                    self.check(f"{cases} cases, {width} pixels, {kind}")

    def test_dark_and_print(self):
        resize(1280)
        for scheme, kind in (("dark", "screen"), ("light", "print"), ("dark", "print")):
            media(scheme, kind)
            open_and_draw(page_of(8))
            self.check(f"{scheme} {kind}")
            screenshot(f"8-cases-{scheme}-{kind}")
        browser.execute_script("dispatchEvent(new Event('beforeprint'))")
        resize(718)  # A4 between its margins
        beyond = browser.execute_script("""return [...document.querySelectorAll('table, svg')].filter(
            (one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 300))""")
        self.assertEqual([], beyond)
        self.assertEqual([], browser.find_elements(By.CSS_SELECTOR, "details:not([open])"))
        self.assertTrue(browser.find_elements(By.CSS_SELECTOR, "#explore details table"))
        browser.execute_script("dispatchEvent(new Event('afterprint'))")
        pdf = base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {})["data"])
        self.assertTrue(pdf.startswith(b"%PDF"))

    def test_without_scripts(self):
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            resize(1280)
            browser.get((page_of(8) / "report/report.html").as_uri())
            self.assertGreaterEqual(len(browser.find_elements(By.CSS_SELECTOR, "noscript svg")), 6)
            self.check("without scripts")
            rows = browser.find_elements(By.CSS_SELECTOR, "#answer noscript tbody tr")
            self.assertGreater(len(rows), 5)
            screenshot("8-cases-without-scripts")
        finally:
            browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    def test_it_requests_nothing(self):
        resize(1280)
        browser.get_log("performance")
        open_and_draw(page_of(8))
        messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
        urls = [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]
        own = (page_of(8) / "report").as_uri()
        self.assertIn(f"{own}/report.html", urls)
        self.assertEqual([], [url for url in urls if not url.startswith((own, "data:", "blob:", "about:"))])


class Controls(unittest.TestCase):
    def setUp(self):
        resize(1280)
        open_page(page_of(8))

    def test_the_answer_follows_the_metric(self):
        sentence = texts("#answer .sentence")[0]
        self.assertRegex(sentence, "^Overall throughput, against baseline: .* of 6 comparisons")
        choose("answer", "Metric", "Total elapsed [s]")
        self.assertRegex(texts("#answer .sentence")[0],
                         "^Total elapsed, against baseline: .* of 6 comparisons")
        self.assertTrue(any("left of 0: better" in t for t in picture_texts("answer")))

    def test_checked_values_select_cases(self):
        browser.find_element(By.CSS_SELECTOR, ".cases summary").click()
        for value in ("e0", "enhanced", "baseline"):
            browser.find_element(By.CSS_SELECTOR, f".cases input[value='{value}']").click()
        wait(drawn, "the choice is applied")
        self.assertEqual(2, sum("n=24" in t for t in picture_texts("explore")))
        browser.find_element(By.CSS_SELECTOR, ".cases input[value='baseline']").click()
        wait(drawn, "the choice is applied")
        self.assertEqual(1, sum("n=24" in t for t in picture_texts("explore")))

    def test_pages_have_the_cases_of_one_value(self):
        choose("explore", "Pages", "link")
        self.assertEqual("link: e0 (1 of 2)", texts("#explore .pager span")[0])
        browser.find_element(By.XPATH, "//section[@id='explore']//button[text()='Next']").click()
        wait(drawn, "the next page is drawn")
        self.assertEqual("link: r4 (2 of 2)", texts("#explore .pager span")[0])
        self.assertEqual(4, sum("n=24" in t for t in picture_texts("explore")))

    def test_a_click_on_a_point_opens_that_repetition(self):
        points = browser.find_elements(By.CSS_SELECTOR, "#explore svg .mark-symbol path")
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", points[30])
        ActionChains(browser).move_to_element(points[30]).perform()
        tip = browser.find_element(By.ID, "tip").text
        self.assertTrue(tip)
        ActionChains(browser).click().perform()
        wait(lambda: browser.execute_script(
            "return document.querySelector('#repetition .muted').textContent").startswith(tip.split(":")[0]),
            f"{tip} is opened")

    def test_a_course_of_another_campaign_is_not_shown(self):
        """Another page of the same name has been written there: its courses have the names of this page's."""
        page = pathlib.Path(folder.name) / "beside/page.html"
        subprocess.run([SEAWIND, "report", page_of(2), "-o", page], check=True, stdout=subprocess.DEVNULL)
        first = page.read_text()
        subprocess.run([SEAWIND, "report", page_of(8), "-o", page], check=True, stdout=subprocess.DEVNULL)
        page.write_text(first)
        browser.get(page.as_uri())
        wait(lambda: "is not in this report" in browser.find_element(By.TAG_NAME, "body").text, "the course is refused")

    def test_courses_are_found_whatever_the_page_is_called(self):
        for name in ("run#2?", "50%25", "a\\b", "http:x"):
            page = pathlib.Path(folder.name) / f"odd/{name}.html"
            subprocess.run([SEAWIND, "report", page_of(2), "-o", page], check=True, stdout=subprocess.DEVNULL)
            browser.get(page.as_uri())
            wait(lambda: picture_texts("repetition") or browser.find_elements(By.CSS_SELECTOR, "#repetition canvas"),
                 f"the course beside {name}.html is drawn")

    def test_zoom_is_common_to_all_panels_and_goes_back(self):
        wait(lambda: picture_texts("repetition") or browser.find_elements(By.CSS_SELECTOR, "#repetition canvas"),
             "the course is drawn")
        view = "[...document.querySelectorAll('#repetition .pager button')]"
        ticks = lambda: sorted(picture_texts("repetition"))
        whole = ticks()
        browser.execute_script(f"{view}.find((b) => b.textContent === 'Enlarge').click()")
        wait(lambda: ticks() != whole, "the time is enlarged")
        browser.execute_script(f"{view}.find((b) => b.textContent === 'All').click()")
        wait(lambda: ticks() == whole, "all of the time is shown again")

    def test_pictures_are_saved_in_every_format(self):
        browser.execute_script("""
            window.saved = {};
            const blobs = new Map();
            URL.createObjectURL = (blob) => { const url = 'blob:' + blobs.size; blobs.set(url, blob); return url; };
            HTMLAnchorElement.prototype.click = function () {
              const name = this.download;
              blobs.get(this.getAttribute('href')).arrayBuffer().then((b) => {
                window.saved[name] = String.fromCharCode(...new Uint8Array(b).slice(0, 4000));
              });
            };""")
        for button in browser.find_elements(By.CSS_SELECTOR, "#answer .export button"):
            if button.text != "PDF":
                button.click()
        wait(lambda: len(browser.execute_script("return Object.keys(window.saved)")) == 3, "three files are saved")
        saved = browser.execute_script("return window.saved")
        name = "answer-workload-overall_throughput"
        self.assertIn("<svg", saved[name + ".svg"])
        self.assertNotIn("var(--", saved[name + ".svg"])
        self.assertTrue(saved[name + ".png"].startswith("\x89PNG"))
        self.assertIn("percent", saved[name + ".csv"])

    def test_everything_is_reached_by_keyboard(self):
        wanted = browser.execute_script("""
            const all = [...document.querySelectorAll('select, input, button, summary, [tabindex="0"]')]
                .filter((e) => e.checkVisibility({contentVisibilityAuto: true}) && !e.disabled &&
                        (e.tagName === 'SUMMARY' || !e.closest('details:not([open])')));
            all.forEach((e, i) => { e.dataset.stop = i; });
            return all.length;""")
        reached = set()
        body = browser.find_element(By.TAG_NAME, "body")
        body.click()
        for _ in range(wanted + 40):
            ActionChains(browser).send_keys(Keys.TAB).perform()
            stop = browser.execute_script("return document.activeElement.dataset.stop")
            if stop is not None:
                reached.add(stop)
        self.assertEqual(wanted, len(reached))


class Follow(unittest.TestCase):
    def test_an_open_page_follows_the_campaign_and_keeps_the_choices(self):
        campaign = pathlib.Path(folder.name) / "followed"
        subprocess.run([os.environ["SEAWIND_REPORT_CAMPAIGN"], "2", "4", campaign], check=True)
        store = sqlite3.connect(campaign / "campaign.db")

        def commit(change):
            with store:
                store.execute(change)

        last = "case_id = 0 AND number = 3"  # the rows of the other case get other numbers with it
        shown = lambda: browser.execute_script(
            "return [...document.querySelectorAll('#repetition select')].slice(0, 2).map((s) => s.selectedOptions[0].text)")
        choose = lambda i, place: browser.execute_script("""
            const select = document.querySelectorAll('#repetition select')[arguments[0]];
            select.selectedIndex = arguments[1];
            select.dispatchEvent(new Event('change'));""", i, place)
        commit(f"UPDATE repetition SET state = 'pending' WHERE {last}")
        lock = open(campaign / "campaign.lock", "a+", encoding="ascii")
        self.addCleanup(lock.close)
        fcntl.lockf(lock, fcntl.LOCK_EX)  # as a controller that runs the campaign
        follower = subprocess.Popen([SEAWIND, "report", "--follow", campaign], stdout=subprocess.DEVNULL)
        try:
            page = campaign / "report/report.html"
            wait(lambda: (campaign / "report/repetitions/version.js").exists(), "the page is written")
            resize(1280)
            open_page(campaign)
            browser.find_element(By.CSS_SELECTOR, ".cases summary").click()
            browser.find_element(By.CSS_SELECTOR, ".cases input[value='baseline']").click()
            choose(0, 1)
            choose(1, 2)
            chosen = shown()
            self.assertEqual("2", chosen[1])
            verdict = lambda: browser.execute_script("return document.querySelector('.verdict strong')?.textContent")
            self.assertIn("still to run", verdict())
            commit(f"UPDATE repetition SET state = 'done' WHERE {last}")
            wait(lambda: "still to run" not in (verdict() or "still to run"), "the page has reloaded itself")
            wait(drawn, "the new page is ready")
            self.assertEqual(["baseline"], browser.execute_script(
                "return [...document.querySelectorAll('.cases :checked')].map((box) => box.value)"))
            self.assertEqual(chosen, shown())
            self.assertNotEqual(0, browser.execute_script("return seawindCampaign.version"))
            fcntl.lockf(lock, fcntl.LOCK_UN)
            self.assertEqual(0, follower.wait(30))
            wait(lambda: browser.execute_script("return globalThis.seawindCampaign?.version") == 0,
                 "the last page is shown")
            self.assertTrue(page.exists())
        finally:
            follower.kill()
            follower.wait()
            store.close()


class WithoutRepetitions(unittest.TestCase):
    def test_a_case_without_a_valid_repetition_shows_none_of_another_case(self):
        campaign = pathlib.Path(folder.name) / "none-valid"
        subprocess.run([os.environ["SEAWIND_REPORT_CAMPAIGN"], "2", "4", campaign], check=True)
        with contextlib.closing(sqlite3.connect(campaign / "campaign.db")) as store, store:
            store.execute("UPDATE repetition SET state = 'failed' WHERE case_id = 1")
        subprocess.run([SEAWIND, "report", campaign], check=True, stdout=subprocess.DEVNULL)
        open_page(campaign)
        shown = lambda: browser.execute_script("""
            const part = document.querySelector('#repetition');
            return [part.querySelector('[aria-live]').textContent, part.querySelector('figure').hidden,
                    part.querySelectorAll('details td').length];""")
        wait(lambda: not shown()[1], "a repetition is shown")
        self.assertGreater(shown()[2], 0)
        browser.execute_async_script("""
            const done = arguments[0];
            const [one, number] = document.querySelectorAll('#repetition select');
            const choose = (select, value) => { select.value = value; select.dispatchEvent(new Event('change')); };
            const load = seawindCampaign.loadRepetition;
            seawindCampaign.loadRepetition = async (row) => {
              const log = await load(row);
              setTimeout(done);
              return log;
            };
            choose(number, number.options[1].value);
            choose(one, '1');""")
        self.assertEqual(["No repetition of this case is valid.", True, 0], shown())


class Comparison(unittest.TestCase):
    def test_pairs_with_a_case_and_with_another_campaign(self):
        campaign = page_of(8)
        for name, against in (("against", "e0/tail-drop-20/baseline/w1"), ("campaigns", page_of(2))):
            page = campaign / f"{name}.html"
            subprocess.run([SEAWIND, "report", campaign, "--against", against, "--courses", "none", "-o", page],
                           check=True, stdout=subprocess.DEVNULL)
            for width in (1280, 420):
                resize(width)
                open_and_draw(campaign, page.name)
                self.assertGreater(len(browser.find_elements(By.CSS_SELECTOR, "#paired figure svg")), 0, name)
                self.assertEqual([], browser.execute_script(CHECKS), f"{name}, {width} pixels")
                screenshot(f"8-cases-{name}-{width}")


class Numbers(unittest.TestCase):
    def test_the_page_the_json_and_the_csv_have_the_same_numbers(self):
        draw = random.Random(7)
        for cases in (2, 8, 48):
            campaign = page_of(cases)
            report = json.loads(subprocess.run([SEAWIND, "report", "--json", campaign], check=True,
                                               capture_output=True, text=True).stdout)
            resize(1280)
            open_page(campaign)
            for case in report["cases"]:
                for metric in draw.sample(case["metrics"], 3):
                    page = browser.execute_script("""
                        const [name, flow, metric] = arguments;
                        const c = seawindCampaign.cases.find((c) => c.name === name);
                        const m = {...seawindCampaign.metric(flow, metric), scale: 1};
                        return seawindCampaign.statistics(c, m);""", case["name"], metric["flow"], metric["metric"])
                    for key in ("count", "min", "q1", "median", "q3", "max"):
                        self.assertEqual(metric[key], page[key], (case["name"], metric["metric"], key))
                    self.assertAlmostEqual(metric["mean"], page["mean"], delta=1e-9 * abs(metric["mean"]) + 1e-300)
            subprocess.run([SEAWIND, "export", campaign, "--csv"], check=True, stdout=subprocess.DEVNULL)
            rows = list(csv.DictReader(io.StringIO((campaign / "export/csv/wide.csv").read_text())))
            self.assertEqual(report["valid"], len(rows))
            columns = browser.execute_script("""
                const c = seawindCampaign;
                const m = c.metric('', 'overall_throughput').index;
                return c.repetitions.case.map((at, row) => [c.cases[at].name, c.repetitions.number[row], c.values[m][row]]);
                """)
            page = {(name, number): value for name, number, value in columns}
            for row in rows:
                self.assertEqual(float(row["overall_throughput"]), page[(row["case"], int(row["repetition"]))])


if __name__ == "__main__":
    unittest.main(verbosity=2, argv=[sys.argv[0], *sys.argv[1:]])
