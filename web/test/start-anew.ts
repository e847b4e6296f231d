import { startAnew } from './screen.ts'

// Before each of the files that share a worker.
startAnew()
