/** Models roles: what people did themselves, and what others decided for them. */
export class Roles {
  readonly #grants = new Map<string, 'held' | 'dropped'>();

  hold(person: string, role: string, territory: string | null): void {
    this.#grants.set([person, role, territory ?? ''].join('|'), 'held');
  }

  holds(person: string, role: string, territory: string | null): boolean {
    return this.#grants.get([person, role, territory ?? ''].join('|')) === 'held';
  }

  /**
   * Returns a territory in which the person holds any of the roles. With `territory`, whether that is the case
   * there.
   */
  works(person: string, roles: readonly string[], territory: string): boolean {
    return roles.some((role) => this.holds(person, role, territory));
  }

  isAdmin(person: string): boolean {
    return this.holds(person, 'admin', null);
  }

  drop(person: string, role: string): void {
    this.#change(person, role, 'held', 'dropped');
  }

  takeUp(person: string, role: string): void {
    this.#change(person, role, 'dropped', 'held');
  }

  /** Removing a colleague from the team removes all roles there that the caller can remove. */
  revoke(caller: string, person: string, role: string, territory: string): void {
    const all = ['territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver'];
    const taken = role !== 'territory_staff' ? [role] : this.isAdmin(caller) ? [...all, 'territory_manager'] : all;
    for (const one of taken) this.#grants.delete([person, one, territory].join('|'));
  }

  /** Returns `person role territory`, sorted. */
  list(): string[] {
    return [...this.#grants]
      .filter(([, state]) => state === 'held')
      .map(([key]) => key)
      .sort();
  }

  #change(person: string, role: string, from: 'held' | 'dropped', to: 'held' | 'dropped'): void {
    for (const [key, state] of this.#grants)
      if (state === from && key.startsWith(`${person}|${role}|`)) this.#grants.set(key, to);
  }
}
