/** The Python package `zulip`, unmodified, where Python and the package are found (`PYTHONPATH` may name it). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { runningServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Each step prints its name when it is done. The loop of the client ends by an exception. */
const program = `
import sys, zulip

client, admin = (zulip.Client(config_file=name) for name in sys.argv[1:3])

def ok(answer):
    assert answer["result"] == "success", answer
    return answer

def done(step):
    print(step, flush=True)

profile = ok(client.get_profile())
assert any(one["user_id"] == profile["user_id"] for one in ok(client.get_members())["members"])
done("profile and members")

sent = ok(client.send_message({"type": "stream", "to": "general", "topic": "py", "content": "**ü** & ="}))["id"]
ok(client.send_message({"type": "private", "to": [admin.get_profile()["email"]], "content": "hello"}))
assert ok(client.render_message({"content": "*x*"}))["rendered"] == "<p><em>x</em></p>"
done("sending and rendering")

narrow = [{"operator": "topic", "operand": "py"}]
asked = {"anchor": "newest", "num_before": 5, "num_after": 0, "narrow": narrow, "apply_markdown": False}
found = ok(client.get_messages(asked))["messages"][-1]
assert (found["id"], found["content"], found["subject"]) == (sent, "**ü** & =", "py"), found
done("messages")

ok(client.update_message({"message_id": sent, "content": "changed"}))
assert ok(client.get_raw_message(sent))["raw_content"] == "changed"
assert [v["content"] for v in ok(client.get_message_history(sent))["message_history"]] == ["**ü** & =", "changed"]
ok(admin.delete_message(sent))
assert client.get_raw_message(sent)["code"] == "BAD_REQUEST"
done("changing and deleting")

ok(client.add_subscriptions([{"name": "from py", "description": "Made by a client"}]))
# Called list_subscriptions before version 0.8.
subscriptions = getattr(client, "get_subscriptions", None) or client.list_subscriptions
assert "from py" in [s["name"] for s in ok(subscriptions())["subscriptions"]]
assert "from py" in [s["name"] for s in ok(client.get_streams())["streams"]]
ok(client.mute_topic({"stream": "from py", "topic": "t", "op": "add"}))
ok(client.update_subscription_settings([{"stream_id": 1, "property": "pin_to_top", "value": True}]))
ok(client.remove_subscriptions(["from py"]))
done("subscriptions")

queue = ok(client.register(event_types=["message"]))
ok(admin.send_message({"type": "stream", "to": "general", "topic": "py", "content": "one"}))
events = ok(client.get_events(queue_id=queue["queue_id"], last_event_id=queue["last_event_id"]))["events"]
assert [event["message"]["content"] for event in events] == ["one"]
ok(client.deregister(queue["queue_id"]))
assert client.get_events(queue_id=queue["queue_id"], last_event_id=-1)["code"] == "BAD_EVENT_QUEUE_ID"
done("event queues")

class Enough(Exception):
    pass

register = client.register
def register_and_say(*given, **named):
    answer = ok(register(*given, **named))
    ok(admin.send_message({"type": "stream", "to": "general", "topic": "py", "content": "two"}))
    return answer
client.register = register_and_say

def hear(message):
    done("the loop heard " + message["content"])
    raise Enough
try:
    client.call_on_each_message(hear)
except Enough:
    pass
`;

const isThere = spawnSync('python3', ['-c', 'import zulip'], { stdio: 'ignore' }).status === 0;

describe('the Python package zulip', () => {
  const server = runningServer({ VERBATIM_HEARTBEAT_SECS: '1' });

  (isThere ? it : it.skip)('does everything that it has a call for (needs python3 and the package zulip)', async () => {
    const folder = temporaryFolder();
    const files = (['member', 'admin'] as const).map((name) => {
      const { email, api_key } = server.as(name).account;
      const file = join(folder, name);
      writeFileSync(file, `[api]\nemail=${email}\nkey=${api_key}\nsite=${server.base}\n`);
      return file;
    });
    const child = spawn('python3', ['-', ...files], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(program);
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect(code, errors).to.equal(0);
    expect(output.trim().split('\n')).to.deep.equal([
      'profile and members',
      'sending and rendering',
      'messages',
      'changing and deleting',
      'subscriptions',
      'event queues',
      'the loop heard two',
    ]);
  });
});
