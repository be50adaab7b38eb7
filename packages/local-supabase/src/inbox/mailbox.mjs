// Runs maildev 2.2.1 in its own process, because the library keeps one mailbox per process, exits on SIGINT and
// throws uncatchably if a port is in use. It is forked, so that the parent sends options and learns when it is
// ready.
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const logger = require('maildev/lib/logger');
const mailserver = require('maildev/lib/mailserver');
const web = require('maildev/lib/web');

// The parent decides when to stop, because Ctrl-C reaches both. If the parent dies, even by kill -9, so does this
// process.
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

/** maildev answers anyone who finds its port. The parent, which knows the secret, answers only this machine. */
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

/** Reads the stored emails. maildev doesn't report when it has finished, and keeps the file system's order. */
async function restore(folder) {
  const kept = readdirSync(folder).filter((name) => name.endsWith('.eml')).length;
  const deadline = Date.now() + 5000;
  mailserver.loadMailsFromDirectory();
  while (mailserver.store.length < kept && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10));
  // The emails are sorted by arrival, because an email's own date has only seconds.
  const arrival = new Map(mailserver.store.map((mail) => [mail, born(mail.source)]));
  mailserver.store.sort((a, b) => arrival.get(a) - arrival.get(b));
}

function born(file) {
  const { birthtimeMs, mtimeMs } = statSync(file);
  return birthtimeMs || mtimeMs; // not every file system has creation times
}
