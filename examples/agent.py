"""An agent that trades through MCP: this program takes the place of the model, and calls the tools that a model is offered.

Its key can do no more than its policy allows (docs/mcp.md). It needs no package: MCP is a line of JSON for each message.
"""

import json
import subprocess
import sys
from itertools import count
from typing import Any

KEY_FILE = (sys.argv[1:] or ["agent.json"])[0]
COMMAND = ["node", "scripts/run.mjs", "src/main.ts", "mcp", "--key-file", KEY_FILE, "--allow-trading"]
server = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
assert server.stdin is not None and server.stdout is not None
numbers = count(1)


def send(message: dict[str, Any]) -> None:
    assert server.stdin is not None
    print(json.dumps({"jsonrpc": "2.0", **message}), file=server.stdin, flush=True)


def request(method: str, params: dict[str, Any]) -> dict[str, Any]:
    number = next(numbers)
    send({"id": number, "method": method, "params": params})
    assert server.stdout is not None
    answer = next(each for each in map(json.loads, server.stdout) if each.get("id") == number)
    return answer["result"]


def use(tool: str, **arguments: Any) -> dict[str, Any]:
    """Calls a tool; its facts, or those of its refusal."""
    return request("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]


about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "example", "version": "1"}}
request("initialize", about)
send({"method": "notifications/initialized"})
market = use("search_markets", q="oklahoma city", venue="Demo", status="OPEN", limit=1)["markets"][0]["instrument_id"]

# What the model decides: buy five at the best offer, and look again if the book has moved meanwhile.
for _ in range(10):
    price = use("get_book", instrument_id=market)["asks"][0]["price"]
    plan = use("preview_order", instrument_id=market, side="BUY", outcome="YES", qty="5", price=price, tif="IOC")
    placed = use("place_order", preview_token=plan["preview_token"])  # it can only place what it has previewed
    status = placed.get("order", {}).get("status", placed.get("error"))
    print(status, "@", f"{price}, at most", plan["totals"]["max_loss"], "lost")
    if status == "FILLED":
        break
print("used of the limits of the key:", use("risk_status")["agent"])
server.stdin.close()
server.wait()
