"""Tables without a server: the same requests and messages, answered inside a browser.

No event loop, socket or database: a Web Worker calls in, and writes what it gets back to IndexedDB.
"""
