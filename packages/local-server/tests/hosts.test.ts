import { createServer, request, type Server } from 'node:http';
import { readHosts } from '@territorio/local-server/allowed-hosts';
import { close, createLocalServer, listen, sendJson } from '@territorio/local-server/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Returns the status of a response. fetch would set Host itself. */
function ask(address: string, headers: { host: string; origin?: string }): Promise<number> {
  const url = new URL(address);
  return new Promise((done, fail) => {
    const asked = request(url, { headers }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    asked.on('error', fail).end();
  });
}

describe('a server with its own names', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createLocalServer({
      hosts: readHosts(' demo.example.org,Box.local '),
      onRequest: (_req, res) => sendJson(res, 200, {}),
    });
    url = `http://127.0.0.1:${await listen(server, 0, 'hosts test')}`;
  });
  afterAll(() => close(server));

  test('adds names by which this machine is reached, and their pages', async () => {
    for (const name of ['demo.example.org', `box.local:${new URL(url).port}`])
      expect(await ask(url, { host: name, origin: `https://${name}` })).toBe(200);
    expect(await ask(url, { host: 'example.org' })).toBe(403);
    expect(await ask(url, { host: 'demo.example.org', origin: 'https://evil.example' })).toBe(403);
  });

  test.each(['demo.example.org:80', 'https://demo.example.org', 'a b'])('refuses %s as a name', (value) => {
    expect(() => readHosts(value)).toThrow(/LOCAL_HOSTS/);
  });
});

test('control: a server without the check answers another host', async () => {
  const plain = createServer((_req, res) => sendJson(res, 200, {}));
  const port = await listen(plain, 0, 'control');
  expect(await ask(`http://127.0.0.1:${port}`, { host: 'evil.example', origin: 'https://evil.example' })).toBe(200);
  await close(plain);
});
