interface Wanted {
  accept?: string;
  /** Phones open the camera. */
  camera?: boolean;
  /** One file. */
  single?: boolean;
}

/** Asks for files of this computer or phone. Call it while a click is handled. */
export function chooseFiles(
  { accept = '', camera = false, single = camera }: Wanted,
  onFiles: (files: readonly File[]) => void,
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = !single;
  if (camera) input.capture = 'environment';
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
  input.click();
}
