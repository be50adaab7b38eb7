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

/** Returns returns different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((done, fail) => {
          const server = createServer();
          server.once('error', fail);
          server.listen(0, '127.0.0.1', () => done(server));
        }),
    ),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
    return address.port;
  });
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
