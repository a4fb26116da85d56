// What a server does besides asking, through the official TypeScript client against the example `greenhouse`.
// usage: node client_features.mjs (http URL | stdio CMD…) modern|legacy
// TS_CLIENT_ROOT: the folder whose node_modules has the client.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.env.TS_CLIENT_ROOT);
const load = name => import(pathToFileURL(require.resolve(name)).href);
const { Client, LOG_LEVEL_META_KEY, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client');
const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');

const [kind, ...target] = process.argv.slice(2);
const era = target.pop();
const modern = era === 'modern';
const template = 'greenhouse://beds/{bed}';
const uri = bed => `greenhouse://beds/${bed}`;

const client = new Client(
  { name: 'features', version: '1.0.0' },
  { versionNegotiation: { mode: modern ? { pin: '2026-07-28' } : 'legacy' } },
);

// What came besides answers.
const logged = [];
const updated = [];
const late = [];
client.setNotificationHandler('notifications/message', ({ params }) => {
  logged.push([params.level, params.logger, params.data]);
});
client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
  updated.push(params.uri);
});
client.onerror = ({ message }) => {
  if (message.includes('unknown message ID')) late.push(message);
};

async function water(bed, litres, { _meta, ...options } = {}) {
  const params = { name: 'water', arguments: { bed, litres }, ...(_meta && { _meta }) };
  const { content } = await client.callTool(params, options);
  assert.equal(content[0].text, `${litres} litres for ${bed}.`);
}

const read = async bed => (await client.readResource({ uri: uri(bed) })).contents[0].text;

const checks = {
  async lists() {
    // `listTools` walks by itself; a raw request shows where the first page ends.
    const names = ({ tools }) => tools.map(tool => tool.name);
    assert.deepEqual(names(await client.listTools()), ['water', 'empty', 'beds']);
    const first = await client.request({ method: 'tools/list', params: {} });
    assert.deepEqual(names(first), ['water', 'empty']);
    const second = await client.listTools({ cursor: first.nextCursor });
    assert.deepEqual(names(second), ['beds']);
    assert.equal(second.nextCursor, undefined);
    await assert.rejects(client.listTools({ cursor: 'garbage' }), { code: -32602 });
  },

  async prompts() {
    assert.deepEqual((await client.listPrompts()).prompts.map(prompt => prompt.name), ['advice']);
    const { messages } = await client.getPrompt({ name: 'advice', arguments: { bed: 'herbs', season: 'summer' } });
    assert.equal(messages[0].content.text, 'What do herbs need in summer?');
  },

  async resources() {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(resourceTemplates.map(listed => listed.uriTemplate), [template]);
    await client.callTool({ name: 'empty', arguments: { bed: 'hops' } });
    assert.equal(await read('hops'), 'hops: 0 litres');
    await water('hops', 3);
    assert.equal(await read('hops'), 'hops: 3 litres');
  },

  async completion() {
    const values = async (ref, value) =>
      (await client.complete({ ref, argument: { name: 'bed', value } })).completion.values;
    assert.deepEqual(await values({ type: 'ref/prompt', name: 'advice' }, 'h'), ['herbs', 'hops']);
    assert.deepEqual(await values({ type: 'ref/resource', uri: template }, 'to'), ['tomatoes']);
  },

  async progress() {
    const came = [];
    const onprogress = ({ progress, total, message }) => came.push([progress, total, message]);
    await water('herbs', 4, { onprogress });
    // The last one may be late: it is not waited for.
    assert.deepEqual(came.slice(0, 3), [[1, 4, 'herbs'], [2, 4, 'herbs'], [3, 4, 'herbs']]);
  },

  async logging() {
    logged.length = 0;
    if (modern) await water('herbs', 1);
    for (const level of ['error', 'info']) {
      if (!modern) await client.setLoggingLevel(level);
      await water('herbs', 1, modern ? { _meta: { [LOG_LEVEL_META_KEY]: level } } : {});
    }
    // Only the last call, so none came below its level or without one.
    assert.deepEqual(logged, [['info', 'pump', 'watering herbs']]);
  },

  async cancellation() {
    const before = await read('herbs');
    await assert.rejects(water('herbs', 20, { signal: AbortSignal.timeout(200) }), /abort|timeout/i);
    // This one begins later and is as long: when it ends, the other one would have ended.
    await water('tomatoes', 20);
    assert.equal(await read('herbs'), before);
  },

  async subscriptions() {
    const came = async expected => {
      for (let turn = 0; turn < 300 && updated.length < expected.length; turn += 1) await sleep(10);
      assert.deepEqual(updated, expected.map(uri));
    };
    const open = async bed => {
      if (modern) return await client.listen({ resourceSubscriptions: [uri(bed)] });
      await client.subscribeResource({ uri: uri(bed) });
      return { close: () => client.unsubscribeResource({ uri: uri(bed) }) };
    };
    updated.length = 0;
    const hops = await open('hops');
    const tomatoes = await open('tomatoes');
    await water('herbs', 1);
    await water('tomatoes', 1);
    await came(['tomatoes']);
    await tomatoes.close();
    // What comes of the hops shows that nothing came of the tomatoes.
    await water('tomatoes', 1);
    await water('hops', 1);
    await came(['tomatoes', 'hops']);
    await hops.close();
  },
};

await client.connect(
  kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(target[0]))
    : new StdioClientTransport({ command: target[0], args: target.slice(1) }),
);
assert.equal(client.getNegotiatedProtocolVersion(), modern ? '2026-07-28' : '2025-11-25');
for (const [name, check] of Object.entries(checks)) {
  try {
    late.length = 0;
    await Promise.race([
      check(),
      sleep(10_000, undefined, { ref: false }).then(() => assert.fail('no end after 10 s')),
    ]);
    // No answer to a call that was cancelled.
    assert.deepEqual(late, []);
    console.log(`ok    ${name}`);
  } catch (error) {
    console.log(`WRONG ${name}: ${String(error).replaceAll('\n', ' ')}`);
    process.exitCode = 1;
  }
}
// A session that is left without a word is kept until nobody has used it for a while.
await client.transport?.terminateSession?.();
await client.close();
