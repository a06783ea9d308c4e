// Firestore's web channel, spoken by hand as the official SDK for web pages speaks it: version 8, credentials in the
// form, streaming or long polling, and a back channel that goes on where a lost one ended.
'use strict'

const backend = new URLSearchParams(location.search).get('backend')

/** One session: a stream to the server that survives its connections. */
class Channel {
    constructor(stream, { headers = '', longPolling = false } = {}) {
        this.base = `${backend}/google.firestore.v1.Firestore/${stream}/channel?VER=8`
        this.headers = headers
        this.longPolling = longPolling
        this.arrays = []
        this.last = 0
        this.maps = 0
        this.rid = Math.floor(Math.random() * 100000)
        this.answers = 0
        this.waiting = []
    }

    /** Sends maps; the first call opens the session. */
    async send(...maps) {
        const form = new URLSearchParams()
        if (!this.sid) form.set('headers', this.headers)
        form.set('count', maps.length)
        form.set('ofs', this.maps)
        maps.forEach((map, index) => form.set(`req${index}___data__`, JSON.stringify(map)))
        this.maps += maps.length
        const session = this.sid ? `&SID=${this.sid}&AID=${this.last}` : '&CVER=22&X-HTTP-Session-Id=gsessionid'
        const response = await fetch(`${this.base}${session}&RID=${this.rid++}`, {
            method: 'POST', body: form, credentials: 'include',
        })
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
        const [answer] = frames(await response.text()).values
        if (this.sid) return answer
        this.sessionHeader = response.headers.get('X-HTTP-Session-Id')
        this.sid = answer[0][1][1]
        this.run()
        return answer
    }

    /** Keeps one back channel open after the other. */
    async run() {
        while (!this.isOver) {
            this.abort = new AbortController()
            try {
                await this.listen(this.abort.signal)
            } catch (error) {
                if (error.name !== 'AbortError') throw error
            }
        }
    }

    async listen(signal) {
        const wish = `&RID=rpc&SID=${this.sid}&AID=${this.last}&CI=${this.longPolling ? 1 : 0}&TYPE=xmlhttp`
        const response = await fetch(this.base + wish, { signal, credentials: 'include' })
        this.answers++
        if (response.status !== 200) { this.isOver = true; return }
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
        let text = ''
        for (;;) {
            const { value, done } = await reader.read()
            if (done) break
            const read = frames(text + value)
            text = read.rest
            for (const array of read.values.flat()) this.take(array)
        }
    }

    take([number, [payload]]) {
        if (number !== this.last + 1) throw new Error(`array ${number} after ${this.last}`)
        this.last = number
        if (payload === 'noop') return
        if (payload === 'stop' || payload === 'close' || payload.error) this.isOver = true
        this.arrays.push(payload)
        for (const wake of this.waiting.splice(0)) wake()
    }

    /** Waits for a message, and returns everything up to it. */
    async until(isWanted) {
        for (;;) {
            const index = this.arrays.findIndex(isWanted)
            if (index >= 0) return this.arrays.splice(0, index + 1)
            await new Promise((wake) => this.waiting.push(wake))
        }
    }

    /** Everything up to the mark of a snapshot, in short words. */
    async snapshot() {
        const messages = await this.until((message) =>
            message.error || message.targetChange && !message.targetChange.targetChangeType)
        return messages.map(words)
    }

    /** The connection breaks. */
    cut() { this.abort.abort() }

    async terminate() {
        this.isOver = true
        const response = await fetch(`${this.base}&SID=${this.sid}&RID=${this.rid++}&TYPE=terminate`, {
            method: 'POST', credentials: 'include',
        })
        return response.status
    }
}

/** Cuts a text into frames, whose lengths count code units as JavaScript's strings do. */
function frames(text) {
    const values = []
    for (;;) {
        const feed = text.indexOf('\n')
        if (feed < 0) break
        const end = feed + 1 + Number(text.slice(0, feed))
        if (text.length < end) break
        values.push(JSON.parse(text.slice(feed + 1, end)))
        text = text.slice(end)
    }
    return { values, rest: text }
}

function words(message) {
    if (message.error) return `error ${message.error.status}`
    const path = (name) => name.split('/documents/')[1]
    if (message.documentChange) {
        const { document } = message.documentChange
        return `change ${path(document.name)} ${document.fields?.text?.stringValue ?? ''}`.trim()
    }
    if (message.documentDelete) return `delete ${path(message.documentDelete.document)}`
    const change = message.targetChange
    return change.targetChangeType ? `${change.targetChangeType} ${change.targetIds[0]}` : 'snapshot'
}

const channels = {}

/** Listens to a collection under a name that the test gives. */
async function listen(name, project, collection, options) {
    const database = `projects/${project}/databases/(default)`
    const query = { parent: `${database}/documents`, structuredQuery: { from: [{ collectionId: collection }] } }
    channels[name] = new Channel('Listen', options)
    await channels[name].send({ database, addTarget: { targetId: 2, query } })
}

/** Writes documents over one stream, all under way at once, and returns what the server answered, as the SDK does. */
async function write(project, texts) {
    const database = `projects/${project}/databases/(default)`
    const channel = new Channel('Write')
    await channel.send({ database })
    const [{ streamToken }] = await channel.until((message) => message.streamToken)
    const answers = []
    await Promise.all(Object.entries(texts).map(([path, text]) => {
        const update = { name: `${database}/documents/${path}`, fields: { text: { stringValue: text } } }
        return channel.send({ streamToken, writes: [{ update }] })
    }))
    while (answers.length < Object.keys(texts).length && !answers.at(-1)?.error) {
        answers.push((await channel.until((message) => message.writeResults || message.error)).pop())
    }
    await channel.terminate()
    return answers
}
