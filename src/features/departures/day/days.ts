interface Day<D> {
  date: string;
  departures: D[];
}

/** Groups departures by day. */
export function byDate<D extends { service_date: string }>(departures: readonly D[]): Day<D>[] {
  const days: Day<D>[] = [];
  for (const departure of departures) {
    const last = days.at(-1);
    if (last?.date === departure.service_date) last.departures.push(departure);
    else days.push({ date: departure.service_date, departures: [departure] });
  }
  return days;
}
