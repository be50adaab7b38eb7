/** The browser's own, as far as what is persisted uses them. */
export class Caches {
  readonly held = new Map<string, Map<string, Response>>();
  async open(name: string) {
    const place = this.held.get(name) ?? new Map<string, Response>();
    this.held.set(name, place);
    return { put: async (address: string, answer: Response) => void place.set(address, answer) };
  }
  match = async (address: string, { cacheName }: { cacheName: string }) =>
    this.held.get(cacheName)?.get(address)?.clone();
  keys = async () => [...this.held.keys()];
  delete = async (name: string) => this.held.delete(name);
}
