"""The OpenAPI document of the REST API, from the types in the signatures of its handlers."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import Any

import msgspec

from quartett.core.distribution import __version__
from quartett.hosting.answers import Problem
from quartett.server.http.routing import JSON, Handler

VERSION = "3.1.0"
REFERENCE = "#/components/schemas/{name}"


def document(handlers: Iterable[Handler]) -> dict[str, Any]:
    """Everything that can be asked, what it takes and what it gives."""
    handlers = list(handlers)
    types = [Problem, *(kind for handler in handlers for kind in _types(handler))]
    made, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    schemas = dict(zip(types, made, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for handler in handlers:
        operation = _operation(handler, schemas)
        paths.setdefault(handler.path, {})[handler.method.lower()] = operation
    return {
        "openapi": VERSION,
        "info": {"title": "Quartett", "version": __version__},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": components},
    }


def _types(handler: Handler) -> Iterator[Any]:
    if handler.body is not None:
        yield handler.body
    yield handler.returns
    if handler.query is not None:
        yield from (field.type for field in msgspec.structs.fields(handler.query))


def _operation(handler: Handler, schemas: dict[Any, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": HTTPStatus(handler.status).phrase}
    if handler.media_type != JSON:
        answer |= _content({"type": "string"}, handler.media_type)
    elif handler.returns is not type(None):
        answer |= _content(schemas[handler.returns])
    operation: dict[str, Any] = {
        "summary": handler.summary,
        "operationId": handler.name,
        "parameters": list(_parameters(handler, schemas)),
        "responses": {
            str(handler.status): answer,
            "4XX": {"description": "Refused", **_content(schemas[Problem])},
        },
    }
    if handler.body is not None:
        operation["requestBody"] = {"required": True, **_content(schemas[handler.body])}
    return operation


def _content(schema: Any, media_type: str = JSON) -> dict[str, Any]:
    return {"content": {media_type: {"schema": schema}}}


def _parameters(handler: Handler, schemas: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    for name in handler.path_names:
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    if handler.query is None:
        return
    for field in msgspec.structs.fields(handler.query):
        schema = schemas[field.type]
        if not field.required:
            schema = {**schema, "default": field.default}
        yield {"name": field.name, "in": "query", "required": field.required, "schema": schema}
