type Stop = () => Promise<unknown>;

/** Stops what has been started, last first, at the end or on Ctrl-C. */
export class Stops {
  private readonly running: Stop[] = [];
  private interrupted = false;

  /** A start interrupted by Ctrl-C is stopped as soon as it has finished, and nothing follows it. */
  async keep(stop: Stop): Promise<void> {
    if (this.interrupted) {
      await stop();
      throw new Error('Interrupted.');
    }
    this.running.push(stop);
  }

  async all(): Promise<void> {
    for (const stop of this.running.splice(0).reverse()) await stop();
  }

  /** Ctrl-C arrives twice, from the terminal and from the parent process. The second must not interrupt the first. */
  onSignals(work: Promise<unknown>): void {
    const onSignal = () => {
      if (this.interrupted) return;
      this.interrupted = true;
      // Nobody waits for the responses of a stopped server any longer.
      process.on('uncaughtException', () => undefined);
      const end = () => process.exit(130);
      void this.all()
        .then(() => work)
        .then(end, end);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  }
}
