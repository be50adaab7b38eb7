// maildev 2.2.1 in a process of its own, since as a library it keeps one mailbox a process, ends that process on SIGINT and throws
// out of reach when a port is taken. Run by fork: its parent sends the options and hears when it is ready.
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const logger = require('maildev/lib/logger');
const mailserver = require('maildev/lib/mailserver');
const web = require('maildev/lib/web');

// The parent decides when to stop; Ctrl-C reaches both of us. When it is gone, even by kill -9, so are we.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

process.once('message', async ({ folder, smtpPort, webPort, secret }) => {
  logger.setLevel(0);
  mailserver.create(smtpPort, '127.0.0.1', folder);
  await restore(folder);
  web.start(webPort, '127.0.0.1', mailserver, undefined, undefined, '/', {});
  answerParentAlone(web.server, secret);
  await Promise.all([mailserver.listen(), new Promise((resolve) => web.server.once('listening', resolve))]);
  process.send?.('ready');
});

/** maildev answers whoever finds its port, also a web page; the parent, which knows the secret, answers this machine alone. */
function answerParentAlone(server, secret) {
  for (const event of ['request', 'upgrade']) {
    const listeners = server.listeners(event);
    server.removeAllListeners(event);
    server.on(event, (req, out, ...rest) => {
      if (req.headers['x-mailbox-secret'] !== secret) return req.socket.destroy();
      for (const listener of listeners) listener.call(server, req, out, ...rest);
    });
  }
}

/** Reads the kept mails. maildev does not say when it is done, and leaves them in the order of the file system. */
async function restore(folder) {
  const kept = readdirSync(folder).filter((name) => name.endsWith('.eml')).length;
  const deadline = Date.now() + 5000;
  mailserver.loadMailsFromDirectory();
  while (mailserver.store.length < kept && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10));
  // By arrival: a mail's own date has seconds only.
  const arrival = new Map(mailserver.store.map((mail) => [mail, born(mail.source)]));
  mailserver.store.sort((a, b) => arrival.get(a) - arrival.get(b));
}

function born(file) {
  const { birthtimeMs, mtimeMs } = statSync(file);
  return birthtimeMs || mtimeMs; // not every file system knows when a file was made
}
