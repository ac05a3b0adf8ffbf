// What the browser keeps for us; a browser that keeps nothing is no error.
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`quartett.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`quartett.${name}`);
    else localStorage.setItem(`quartett.${name}`, value);
  } catch {
    // A private window may refuse; the choice then holds until the page is closed.
  }
}
