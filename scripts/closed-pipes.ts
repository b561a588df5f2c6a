// Output whose reader has gone, as that of `| head`: what is written then is lost, and the program goes on to its end.

const ignore = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

/** For a program that is called in a shell. */
export function bearClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore)
}
