"""The web page: plain HTML, CSS and JavaScript modules, and what serves them."""
