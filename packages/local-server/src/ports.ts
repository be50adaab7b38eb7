import { createServer } from 'node:net';

/** Throws a message that names the server which needs the port and the variable that changes it. */
export async function assertPortFree(port: number, what: string, variable: string): Promise<void> {
  const code = await tryListen(port);
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    throw new Error(
      `Port ${port} for ${what} is in use by another program. Stop that, or choose another one with ${variable}=…`,
    );
  }
  throw new Error(`Port ${port} for ${what} cannot be opened (${code}). Choose another one with ${variable}=…`);
}

function tryListen(port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => done(undefined)));
  });
}

/** Systems take the ports of outgoing connections from 32768 or 49152 on, so a port below can't be lost to one. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;
const PORTS_OF_A_PROCESS = 100;

let reserved: Promise<number> | undefined;
let used = 0;

/**
 * Returns different free ports for servers that this process or its children start later. No other process gets them
 * in the meantime.
 */
export async function freePorts(count: number): Promise<number[]> {
  reserved ??= reservePorts();
  const first = await reserved;
  const ports: number[] = [];
  for (let tries = 1; ports.length < count; tries += 1) {
    if (tries === PORTS_OF_A_PROCESS) throw new Error(`This process has no ${count} free ports.`);
    used = (used % (PORTS_OF_A_PROCESS - 1)) + 1;
    const port = first + used;
    if ((await tryListen(port)) === undefined) ports.push(port);
  }
  return ports;
}

/** Reserves a block of ports by listening on its first one until the process ends. Returns that port. */
async function reservePorts(): Promise<number> {
  const blocks = Math.floor((LAST_PORT - FIRST_PORT + 1) / PORTS_OF_A_PROCESS);
  const start = Math.floor(Math.random() * blocks);
  for (let n = 0; n < blocks; n += 1) {
    const port = FIRST_PORT + ((start + n) % blocks) * PORTS_OF_A_PROCESS;
    const server = createServer();
    const isListening = new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => done(true));
    });
    if (!(await isListening)) continue;
    server.unref();
    return port;
  }
  throw new Error(`No ports are free between ${FIRST_PORT} and ${LAST_PORT}.`);
}
