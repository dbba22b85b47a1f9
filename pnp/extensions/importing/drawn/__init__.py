"""Drawing calls of scripts, as those of Squib and nanDECK → templates with their pictures."""
