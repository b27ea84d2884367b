"""The names of the views, for surfaces that only list them."""

from batonpass.brief.views import VIEWS

NAMES = tuple(VIEWS)
