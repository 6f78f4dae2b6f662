/** Completes a custom set of creatures at random, spread over the groups as in the box. */

export function filled(picked: readonly string[], all: readonly string[], size: number, chance: () => number = Math.random): string[] {
  const set = [...picked];
  const group = (type: string): string => type[0];
  const share = (type: string): number => {
    const of = (types: readonly string[]): number => types.filter((other) => group(other) === group(type)).length;
    return of(set) / of(all);
  };
  while (set.length < Math.min(size, all.length)) {
    const rest = all.filter((type) => !set.includes(type));
    const least = Math.min(...rest.map(share));
    const open = rest.filter((type) => share(type) === least);
    set.push(open[Math.floor(chance() * open.length)]);
  }
  return set;
}
