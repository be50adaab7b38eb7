type Stop = () => Promise<unknown>;

/** What has been started and has to be stopped again, last first: at the end, or at Ctrl-C. */
export class Stops {
  private readonly running: Stop[] = [];
  private interrupted = false;

  /** A start that Ctrl-C met half-way is stopped as soon as it is there, and nothing follows it. */
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

  /** Ctrl-C comes twice, from the terminal and from what runs this script: the second must not cut the first one short. */
  onSignals(work: Promise<unknown>): void {
    const onSignal = () => {
      if (this.interrupted) return;
      this.interrupted = true;
      // What was being asked when its server went away has nobody left to tell.
      process.on('uncaughtException', () => undefined);
      const end = () => process.exit(130);
      void this.all()
        .then(() => work)
        .then(end, end);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  }
}
