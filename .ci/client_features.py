"""What a server does besides asking, through the official Python client against the example `greenhouse`.
usage: client_features.py (http URL | stdio CMD…) modern|legacy
"""
import sys
import warnings
from contextlib import AsyncExitStack

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import (
    LOG_LEVEL_META_KEY,
    PromptReference,
    ResourceTemplateReference,
    ResourceUpdatedNotification,
)

TEMPLATE = "greenhouse://beds/{bed}"
MODES = {"modern": "2026-07-28", "legacy": "legacy"}
VERSIONS = {"modern": "2026-07-28", "legacy": "2025-11-25"}

# What came besides answers.
logged, updated = [], []


async def on_log(params):
    logged.append((params.level, params.logger, params.data))


async def on_message(message):
    if isinstance(message, ResourceUpdatedNotification):
        updated.append(message.params.uri.removeprefix("greenhouse://beds/"))


def same(came, expected):
    if came != expected:
        raise AssertionError(f"{came!r} instead of {expected!r}")


async def water(client, bed, litres, **more):
    result = await client.call_tool("water", {"bed": bed, "litres": litres}, **more)
    same(result.content[0].text, f"{litres} litres for {bed}.")


async def read(client, bed):
    return (await client.read_resource(f"greenhouse://beds/{bed}")).contents[0].text


async def lists(client, era):
    pages, cursor = [], None
    while True:
        page = await client.list_tools(cursor=cursor)
        pages.append([tool.name for tool in page.tools])
        cursor = page.next_cursor
        if cursor is None:
            break
    same(pages, [["water", "empty"], ["beds"]])
    try:
        await client.list_tools(cursor="garbage")
        raise AssertionError("a cursor that is none was taken")
    except MCPError as error:
        same(error.code, -32602)


async def prompts(client, era):
    same([prompt.name for prompt in (await client.list_prompts()).prompts], ["advice"])
    result = await client.get_prompt("advice", {"bed": "herbs", "season": "summer"})
    same(result.messages[0].content.text, "What do herbs need in summer?")


async def resources(client, era):
    listed = (await client.list_resource_templates()).resource_templates
    same([template.uri_template for template in listed], [TEMPLATE])
    await client.call_tool("empty", {"bed": "hops"})
    same(await read(client, "hops"), "hops: 0 litres")
    await water(client, "hops", 3)
    same(await read(client, "hops"), "hops: 3 litres")


async def completion(client, era):
    result = await client.complete(PromptReference(name="advice"), {"name": "bed", "value": "h"})
    same(result.completion.values, ["herbs", "hops"])
    result = await client.complete(ResourceTemplateReference(uri=TEMPLATE), {"name": "bed", "value": "to"})
    same(result.completion.values, ["tomatoes"])


async def progress(client, era):
    came = []

    async def on_progress(value, total, message):
        came.append((value, total, message))

    await water(client, "herbs", 4, progress_callback=on_progress)
    # The last one may be late: it is not waited for.
    same(came[:3], [(1, 4, "herbs"), (2, 4, "herbs"), (3, 4, "herbs")])


async def logging(client, era):
    logged.clear()
    if era == "modern":
        await water(client, "herbs", 1)
    for level in "error", "info":
        if era == "modern":
            await water(client, "herbs", 1, meta={LOG_LEVEL_META_KEY: level})
        else:
            await client.set_logging_level(level)
            await water(client, "herbs", 1)
    # Only the last call, so none came below its level or without one.
    same(logged, [("info", "pump", "watering herbs")])


async def cancellation(client, era):
    before = await read(client, "herbs")
    with anyio.move_on_after(0.2) as scope:
        await water(client, "herbs", 20)
    same(scope.cancelled_caught, True)
    # This one begins later and is as long: when it ends, the other one would have ended.
    await water(client, "tomatoes", 20)
    same(await read(client, "herbs"), before)


async def subscriptions(client, era):
    async def came(expected):
        with anyio.move_on_after(3):
            while len(updated) < len(expected):
                await anyio.sleep(0.01)
        same(updated, expected)

    updated.clear()
    async with AsyncExitStack() as stack:
        tomatoes = AsyncExitStack()
        await stack.enter_async_context(tomatoes)
        if era == "modern":
            listen = lambda bed: client.listen(resource_subscriptions=[f"greenhouse://beds/{bed}"])
            await stack.enter_async_context(listen("hops"))
            events = await tomatoes.enter_async_context(listen("tomatoes"))
        else:
            for bed in "hops", "tomatoes":
                await client.subscribe_resource(f"greenhouse://beds/{bed}")
        await water(client, "herbs", 1)
        await water(client, "tomatoes", 1)
        await came(["tomatoes"])
        if era == "modern":
            same((await anext(events)).uri, "greenhouse://beds/tomatoes")
            await tomatoes.aclose()
            # Whatever closes it has been sent by then.
            await read(client, "tomatoes")
        else:
            await client.unsubscribe_resource("greenhouse://beds/tomatoes")
        # What comes of the hops shows that nothing came of the tomatoes.
        await water(client, "tomatoes", 1)
        await water(client, "hops", 1)
        await came(["tomatoes", "hops"])
        if era == "legacy":
            await client.unsubscribe_resource("greenhouse://beds/hops")


async def main(kind, target, era):
    if kind == "stdio":
        target = StdioServerParameters(command=target[0], args=target[1:])
    else:
        [target] = target
    failed = False
    async with Client(target, mode=MODES[era], logging_callback=on_log, message_handler=on_message) as client:
        same(client.protocol_version, VERSIONS[era])
        for check in lists, prompts, resources, completion, progress, logging, cancellation, subscriptions:
            try:
                with anyio.fail_after(10):
                    await check(client, era)
                print(f"ok    {check.__name__}")
            except Exception as error:
                failed = True
                print(f"WRONG {check.__name__}: {error!r}")
    return failed


# The client calls some of this deprecated.
warnings.simplefilter("ignore")
_, kind, *target, era = sys.argv
sys.exit(anyio.run(main, kind, target, era))
