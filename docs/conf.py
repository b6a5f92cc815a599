"""Settings of sphinx for the pages of Knuckle; `make docs` reads them."""

project = "Knuckle"
author = "The Knuckle authors"
copyright = author
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["README.md"]
html_theme = "furo"
html_title = "Knuckle"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
highlight_language = "none"
suppress_warnings = ["myst.header"]  # reference pages go from the title of a group to its functions
