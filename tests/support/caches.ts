/** The parts of the browser's Cache API that persistence uses. */
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
