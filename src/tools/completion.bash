# SPDX-License-Identifier: GPL-2.0
# bash completion for htm(1)

_htm()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} i

	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "decode list record report resolve --help --usage --version" -- "$cur"))
		return
	fi
	for ((i = 2; i < COMP_CWORD; i++)); do
		# behind it is the command that is traced
		if [ "${COMP_WORDS[i]}" = -- ] && [ "$command" = record ]; then
			if [ $((i + 1)) -eq "$COMP_CWORD" ]; then
				COMPREPLY=($(compgen -c -- "$cur"))
			else
				COMPREPLY=($(compgen -f -- "$cur"))
			fi
			return
		fi
	done
	case $command:$prev in
	record:-o | record:--output | report:-o | report:--output)
		COMPREPLY=($(compgen -d -- "$cur")) ;;
	decode:-i | decode:--input | report:-i | report:--input | resolve:-m | resolve:--map)
		COMPREPLY=($(compgen -f -- "$cur")) ;;
	record:-t | record:--target)
		# those of this machine, if this is root on one that has any
		COMPREPLY=($(compgen -W "$(htm list 2>/dev/null | sed -n 's/^\(n[^ ]*\) .*/\1/p')" \
			-- "$cur"))
		[ ${#COMPREPLY[@]} -gt 0 ] ||
			COMPREPLY=($(compgen -W "n0.p0.c0.t1 n0.p0.c0.t2 n0.p0.c0.t3" -- "$cur")) ;;
	decode:-d | decode:--decoder)
		COMPREPLY=($(compgen -c -- "$cur")) ;;
	decode:-l | decode:--lpar | resolve:-l | resolve:--lpar) ;;
	record:-p | record:--pid)
		COMPREPLY=($(compgen -W "$(cd /proc && echo [0-9]*)" -- "$cur")) ;;
	record:-e | record:--event)
		COMPREPLY=($(compgen -W "cycles instructions cpu-clock context-switches" -- "$cur")) ;;
	record:-C | record:--cpu | record:-m | record:--mmap-pages | record:--duration) ;;
	list:*)
		COMPREPLY=($(compgen -W "--json --help --usage --version" -- "$cur")) ;;
	decode:*)
		COMPREPLY=($(compgen -W "--decoder --input --lpar --help --usage --version" -- "$cur")) ;;
	record:*)
		COMPREPLY=($(compgen -W "--all-chips --cpu --duration --event --mmap-pages --output --pid \
			--target --help --usage --version --" -- "$cur")) ;;
	report:*)
		COMPREPLY=($(compgen -W "--input --json --output --help --usage --version" -- "$cur")) ;;
	resolve:*)
		COMPREPLY=($(compgen -W "--lpar --map --reverse --help --usage --version" -- "$cur")) ;;
	esac
} &&
complete -o filenames -F _htm htm
