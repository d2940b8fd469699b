"""Pages for people: templates, what they show, and what a browser may load on them.

The routes that serve them are in ``api.http``; nothing here reads a request. Files that pages
load belong into ``static`` beside ``templates``, and what they need into ``pages.MAY_LOAD``.
"""
