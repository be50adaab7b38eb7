import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { freePorts } from '@territorio/local-server/ports';
import { expect, onTestFinished, test } from 'vitest';

const listenOn = async (port: number) => {
  const server = createServer();
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  onTestFinished(() => void server.close());
};

test('gives different ports that a server can listen on, below those of outgoing connections', async () => {
  const ports = (await Promise.all([freePorts(3), freePorts(2)])).flat();
  expect(new Set(ports).size).toBe(5);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  for (const port of ports) await listenOn(port);
});

test('does not give a port again while a server listens on it, and finds free ones for a long time', async () => {
  const [taken = 0] = await freePorts(1);
  await listenOn(taken);
  for (let n = 0; n < 30; n += 1) expect(await freePorts(10)).not.toContain(taken);
});

test('says so when more ports are requested than a process has', async () => {
  await expect(freePorts(100)).rejects.toThrow('This process has no 100 free ports.');
});

test('gives no port to two processes, even before one listens', async () => {
  const script = `
    import { freePorts } from '@territorio/local-server/ports';
    console.log(JSON.stringify(await freePorts(20)));
    process.stdin.resume();`;
  const portsOfProcess = async (): Promise<number[]> => {
    const process = spawn('node', ['--import', 'tsx', '--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void process.kill());
    const [line] = await once(createInterface(process.stdout), 'line');
    return JSON.parse(line);
  };
  const all = await Promise.all([freePorts(20), portsOfProcess(), portsOfProcess(), portsOfProcess()]);
  expect(new Set(all.flat()).size).toBe(80);
});
