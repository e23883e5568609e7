/** Makes the browser save bytes as a file. */
export function saveAs(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address only after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
