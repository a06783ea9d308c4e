"""The Chromium that pages are opened in."""
import os
import shutil

# The one that has no window takes half the CPU. HEARTH_CHROMIUM names another.
PATH = os.environ.get("HEARTH_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
