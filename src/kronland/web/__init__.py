"""The table in the browser: a FastAPI application over the core's matches. `kronland.web.app.create_app` puts it together."""
