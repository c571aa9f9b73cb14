"""page_presses.py PAGE DIRECTORY [COUNT ROUNDS]: every control of the page is pressed at random in headless
Chromium (tests/build/probes/page_presses.html), from TEST_SEED; the page then shows what a fresh page with
the same inputs shows.  Status 77, with the reason on the last line: no browser.  BROWSER names one."""
import http.server
import os
import shutil
import subprocess
import sys
import threading

NAMES = os.environ.get("BROWSER", "").split() + ["chromium", "chromium-browser", "google-chrome", "chrome"]
LIMIT = 2000  # seconds: a busy machine is waited for


class Handler(http.server.SimpleHTTPRequestHandler):
    said, done = "", threading.Event()

    def do_POST(self):
        Handler.said = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.send_response(204)
        self.end_headers()
        Handler.done.set()

    def log_message(self, *words):
        pass


def main(page, directory, count="200", rounds="2"):
    browser = next(filter(None, map(shutil.which, NAMES)), None)
    if not browser:
        print("no Chromium to open the page in (Debian: chromium)")
        return 77
    seed = os.environ.get("TEST_SEED", "1")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    shutil.copy(page, os.path.join(directory, "index.html"))
    shutil.copy("tests/build/probes/page_presses.html", directory)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *a: Handler(*a, directory=directory))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = "http://127.0.0.1:%d/page_presses.html#%s,%s,%s" % (server.server_port, seed, count, rounds)
    with open(os.path.join(directory, "browser.log"), "w") as log:
        process = subprocess.Popen(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=2200,1000", "--remote-debugging-port=0",
             "--user-data-dir=" + os.path.abspath(os.path.join(directory, "profile")), address], stdout=log, stderr=log)
        Handler.done.wait(LIMIT)
        process.terminate()
        process.wait()
    lines = Handler.said.splitlines()
    passed, failed = (sum(line.startswith(word) for line in lines) for word in ("ok ", "FAIL "))
    print("\n".join(line for line in lines if line != "end"))
    if lines[-1:] != ["end"]: print("FAIL the page has not come to its end within %d s" % LIMIT)
    print("seed %s" % seed)
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0 or passed != 3 * int(rounds)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
